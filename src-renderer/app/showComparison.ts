import type { DumpSession } from '../session/session';
import type { Shell } from '../session/shell';
import { summaryStore } from '../tabs/summary/summaryStore';

/** Goes to where the comparison is chosen, and what it comes to is shown. */
export function showComparison(session: DumpSession, shell: Pick<Shell, 'showTab'>): void {
  summaryStore(session).setState({ section: 'compare' });
  shell.showTab('summary');
}
