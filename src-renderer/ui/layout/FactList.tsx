import type { ReactNode } from 'react';
import { CopyButton } from '../CopyButton';

export interface FactLine {
  readonly label: string;
  readonly value: ReactNode;
  /** What the label means. */
  readonly definition?: string;
  /** All digits, or the whole path: the value's tooltip. */
  readonly exact?: string;
  /** What the copy button copies; none without. */
  readonly copy?: string;
}

interface FactListProps {
  readonly facts: readonly FactLine[];
  /** `columns`: several side by side where there is room. Default: one below the other. */
  readonly layout?: 'list' | 'columns';
}

/** Labels with values. */
export function FactList({ facts, layout = 'list' }: FactListProps) {
  return (
    <dl className={`facts facts-${layout}`}>
      {facts.map(({ label, value, definition, exact, copy }) => (
        <div key={label} className="fact">
          <dt className={definition ? 'has-definition' : undefined} title={definition ?? label}>
            {label}
          </dt>
          <dd title={exact}>{value}</dd>
          {copy !== undefined && <CopyButton text={copy} />}
        </div>
      ))}
    </dl>
  );
}
