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

/** The kit takes the key for itself. One that closes nothing but a tooltip is meant for what else listens to it. */
function leaveToOthers(event: KeyboardEvent): void {
  Object.defineProperty(event, 'preventDefault', { value: () => {} });
}

export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          className="tooltip"
          side={side}
          sideOffset={4}
          collisionPadding={6}
          onEscapeKeyDown={leaveToOthers}
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
