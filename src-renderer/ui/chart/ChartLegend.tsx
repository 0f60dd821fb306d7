import { MiddleCut } from '../MiddleCut';

export interface LegendEntry {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly isLine?: boolean;
}

interface ChartLegendProps {
  readonly entries: readonly LegendEntry[];
  readonly hidden: ReadonlySet<string>;
  /** A click hides or shows; with Ctrl only this one stays. */
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

/** What the colours mean; each a button that hides its series. */
export function ChartLegend({ entries, hidden, onHidden }: ChartLegendProps) {
  const only = (id: string) => {
    const others = entries.map((entry) => entry.id).filter((other) => other !== id);
    const isAlone = others.every((other) => hidden.has(other)) && !hidden.has(id);
    onHidden(new Set(isAlone ? [] : others));
  };
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onHidden(next);
  };
  return (
    <ul className="chart-legend">
      {entries.map(({ id, name, colour, isLine = false }) => (
        <li key={id}>
          <button
            type="button"
            className="chart-legend-entry"
            aria-pressed={!hidden.has(id)}
            title={name}
            onClick={(event) => (event.ctrlKey || event.metaKey ? only(id) : toggle(id))}
          >
            <span className={isLine ? 'chart-mark-line' : 'chart-mark'} style={{ backgroundColor: colour }} />
            <span className="chart-legend-name">
              <MiddleCut text={name} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
