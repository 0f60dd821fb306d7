import type { ReactNode } from 'react';
import type { LegendEntry } from './ChartLegend';

interface ChartKeyProps {
  /** What the list is, to be heard. */
  readonly label: string;
  readonly entries: readonly Pick<LegendEntry, 'id' | 'name' | 'colour'>[];
  /** After them. */
  readonly children?: ReactNode;
}

/** What the colours mean, where nothing can be hidden. */
export function ChartKey({ label, entries, children }: ChartKeyProps) {
  return (
    <ul className="chart-key" aria-label={label}>
      {entries.map(({ id, name, colour }) => (
        <li key={id} title={name}>
          <span className="chart-mark" style={{ backgroundColor: colour }} />
          <span className="chart-legend-name">{name}</span>
        </li>
      ))}
      {children}
    </ul>
  );
}
