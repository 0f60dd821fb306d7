import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { type AskedLanes, askedLanesOf } from '../panels/scope/askedLanes';

/** Shows the statistics of these lanes, of the time in view. */
export function statisticsOf(session: DumpSession, shell: Shell | undefined, asked: AskedLanes): void {
  askedLanesOf(session).setState({ asked });
  shell?.showPanel('statistics');
}
