import { Popover } from 'radix-ui';
import type { ComponentProps } from 'react';

interface PopoverPanelProps extends Omit<ComponentProps<typeof Popover.Content>, 'aria-label' | 'onKeyDown'> {
  readonly label: string;
  readonly className: string;
}

/** What a `Popover.Root` opens. Keys that are typed in it are its own: only Escape goes on, which closes it. */
export function PopoverPanel({ label, className, ...rest }: PopoverPanelProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        className={`popover ${className}`}
        sideOffset={4}
        collisionPadding={6}
        {...rest}
        aria-label={label}
        onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      />
    </Popover.Portal>
  );
}
