import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What it means or what to do. */
  readonly text?: string;
  readonly tone?: 'neutral' | 'error' | 'warning';
  /** `page`: fills a tab or the window; `panel`: the small form for the bottom panel. */
  readonly size?: 'page' | 'panel';
  readonly children?: ReactNode;
}

/** What stands where there is nothing to show: why, and what can be done. */
export function EmptyState({ icon: Icon, title, text, tone = 'neutral', size = 'page', children }: EmptyStateProps) {
  return (
    <div className={`empty empty-${size} empty-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
      <Icon size={size === 'page' ? 34 : 20} strokeWidth={1.5} aria-hidden className="empty-icon" />
      <h2 className="empty-title">{title}</h2>
      {text && <p className="empty-text">{text}</p>}
      {children}
    </div>
  );
}
