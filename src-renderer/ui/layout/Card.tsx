import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Reading } from '../Reading';

interface CardProps {
  readonly title: string;
  /** Of what the card shows; the title's tooltip. */
  readonly definition?: string;
  /** Beside the title, at the right. */
  readonly tools?: ReactNode;
  /** `fill`: takes the height of what it stands in (charts, tables); `natural` (default): that of its content. */
  readonly size?: 'natural' | 'fill';
  /** What it is to show has not been read yet: it says so. */
  readonly isReading?: boolean;
  readonly children: ReactNode;
}

/** A part of a view with a title. */
export function Card({ title, definition, tools, size = 'natural', isReading = false, children }: CardProps) {
  const { t } = useTranslation();
  return (
    <section className={`card card-${size}`} aria-label={title} aria-busy={isReading}>
      <header className="card-header">
        <h3 className={`card-title ${definition ? 'has-definition' : ''}`} title={definition}>
          {title}
        </h3>
        {tools && <div className="card-tools">{tools}</div>}
      </header>
      <div className="card-body">
        {isReading && <Reading text={t('ui.table.loading')} />}
        {children}
      </div>
    </section>
  );
}
