import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';

/** Once around the window: tooltips that follow one another appear at once. */
export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={500}>{children}</RadixTooltip.Provider>
);

interface TooltipProps {
  readonly text: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes a ref. */
  readonly children: ReactNode;
}

export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content className="tooltip" side={side} sideOffset={4} collisionPadding={6}>
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
