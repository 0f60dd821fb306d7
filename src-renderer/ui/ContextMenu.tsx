import { ContextMenu as RadixContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Keys } from './Keys';
import { leaveFocusToOthers } from './leaveFocusToOthers';

interface ContextMenuProps {
  /** One element that takes a ref: a right click in it, or the menu key, opens the menu, unless it was prevented. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

export function ContextMenu({ trigger, children, onOpenChange }: ContextMenuProps) {
  return (
    <RadixContextMenu.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <RadixContextMenu.Trigger asChild>{trigger}</RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <RadixContextMenu.Content
          className="menu"
          collisionPadding={6}
          onKeyDown={(event) => event.stopPropagation()}
          onCloseAutoFocus={leaveFocusToOthers}
        >
          {children}
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  );
}

interface ContextMenuItemProps {
  readonly onSelect?: () => void;
  readonly isDisabled?: boolean;
  /** What is printed on the keys that do the same. */
  readonly keys?: readonly string[];
  readonly children: ReactNode;
}

export function ContextMenuItem({ onSelect, isDisabled = false, keys, children }: ContextMenuItemProps) {
  return (
    <RadixContextMenu.Item className="menu-item" disabled={isDisabled} onSelect={() => onSelect?.()}>
      <span className="menu-text">{children}</span>
      {keys && <Keys keys={keys} />}
    </RadixContextMenu.Item>
  );
}

/** What the menu is about. */
export function ContextMenuLabel({ children }: { readonly children: ReactNode }) {
  return <RadixContextMenu.Label className="menu-label menu-about">{children}</RadixContextMenu.Label>;
}

export const ContextMenuSeparator = () => <RadixContextMenu.Separator className="menu-separator" />;
