import { ContextMenu as RadixContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';

interface ContextMenuProps {
  /** One element that takes a ref: a right click in it, or the menu key, opens the menu, unless it was prevented. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

export function ContextMenu({ trigger, children }: ContextMenuProps) {
  return (
    <RadixContextMenu.Root modal={false}>
      <RadixContextMenu.Trigger asChild>{trigger}</RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <RadixContextMenu.Content className="menu" collisionPadding={6} onKeyDown={(event) => event.stopPropagation()}>
          {children}
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  );
}

interface ContextMenuItemProps {
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function ContextMenuItem({ onSelect, children }: ContextMenuItemProps) {
  return (
    <RadixContextMenu.Item className="menu-item" onSelect={onSelect}>
      <span className="menu-text">{children}</span>
    </RadixContextMenu.Item>
  );
}
