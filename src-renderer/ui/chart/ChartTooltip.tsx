import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

export interface TooltipLine {
  readonly label: string;
  readonly value: string;
  /** CSS colour of the mark before the label. */
  readonly colour?: string;
  readonly isStrong?: boolean;
}

export interface TooltipContent {
  readonly title: string;
  readonly lines: readonly TooltipLine[];
}

interface ChartTooltipProps extends TooltipContent {
  /** Of the window, in CSS pixels. */
  readonly clientX: number;
  readonly clientY: number;
}

const GAP = 14;
const MARGIN = 6;

/** Exact values beside the pointer or the cursor; over everything, within the window. Names are text. */
export function ChartTooltip({ title, lines, clientX, clientY }: ChartTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  // After every rendering: its size depends on what stands in it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const isRight = clientX + GAP + width + MARGIN <= window.innerWidth;
    const left = isRight ? clientX + GAP : Math.max(MARGIN, clientX - GAP - width);
    const top = Math.max(MARGIN, Math.min(clientY + GAP, window.innerHeight - height - MARGIN));
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  return createPortal(
    <div ref={box} className="chart-tooltip" aria-hidden>
      <p className="chart-tooltip-title">{title}</p>
      {lines.length > 0 && (
        <dl className="chart-tooltip-lines">
          {lines.map(({ label, value, colour, isStrong = false }, at) => (
            // Lines have no identity of their own, and names may repeat.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={at} className={isStrong ? 'is-strong' : undefined}>
              <dt>
                {colour !== undefined && <span className="chart-mark" style={{ backgroundColor: colour }} />}
                {label}
              </dt>
              <dd className="number">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>,
    document.body,
  );
}

/** The same, to be heard. */
export function tooltipSentence({ title, lines }: TooltipContent): string {
  return [title, ...lines.map(({ label, value }) => (label ? `${label} ${value}` : value))].join('; ');
}
