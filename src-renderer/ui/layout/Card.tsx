import type { ReactNode } from 'react';

interface CardProps {
  readonly title: string;
  /** Of what the card shows; the title's tooltip. */
  readonly definition?: string;
  /** Beside the title, at the right. */
  readonly tools?: ReactNode;
  /** `fill`: takes the height of what it stands in (charts, tables); `natural` (default): that of its content. */
  readonly size?: 'natural' | 'fill';
  readonly children: ReactNode;
}

/** A part of a view with a title. */
export function Card({ title, definition, tools, size = 'natural', children }: CardProps) {
  return (
    <section className={`card card-${size}`} aria-label={title}>
      <header className="card-header">
        <h3 className={`card-title ${definition ? 'has-definition' : ''}`} title={definition}>
          {title}
        </h3>
        {tools && <div className="card-tools">{tools}</div>}
      </header>
      <div className="card-body">{children}</div>
    </section>
  );
}
