import type { ReactNode } from 'react';

interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'warning' | 'error' | 'success';
  /** Why it is there. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A word or a number beside a title. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span className={`badge badge-${tone}`} title={title}>
      {children}
    </span>
  );
}
