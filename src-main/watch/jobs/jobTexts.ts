import { basename } from 'node:path';
import type { LiveSource, LiveText } from '../../../src-contract';
import type { JobEvent } from '../../../src-watch/rule/jobWatch';
import { spoken } from '../../../src-watch/words/spoken';
import { systemText } from '../../../src-watch/words/systemText';
import { timeText, words } from '../../../src-watch/words/words';
import { sizeText } from '../before/room';
import type { WatchProblem } from '../watchOptions';

/** The step that an event is of. */
export function stepOf(event: JobEvent): number | undefined {
  switch (event.kind) {
    case 'baseline':
      return event.toStep;
    case 'early':
      return event.crossings[0].step;
    case 'drift':
      return event.atStep;
    case 'change':
      return event.fromStep;
    case 'slow-rank':
      return event.toStep;
    default:
      return event.step;
  }
}

export function titleOf({ paths, metric }: LiveSource): string {
  return metric ? metric.query : paths.map((path) => basename(path)).join(', ');
}

export function problemText(problem: WatchProblem): LiveText {
  switch (problem.kind) {
    case 'unreachable':
      return spoken('problem.unreachable', (language) => ({
        path: problem.path,
        reason: systemText(problem.code, language),
      }));
    case 'no-match':
    case 'no-markers':
      return spoken(`problem.${problem.kind}`, { path: problem.path, count: problem.lineCount });
    case 'server': {
      const { path, fault, detail } = problem;
      return spoken('problem.server', (language) => ({ path, reason: words(`server.${fault}`, { detail }, language) }));
    }
    case 'behind':
      return spoken('problem.behind', { size: sizeText(problem.unreadBytes) });
    case 'unchanged':
      return spoken('problem.unchanged', { path: problem.path, since: timeText(problem.unchangedMs * 1e6) });
    default:
      return spoken(`problem.${problem.kind}`, { ...problem });
  }
}
