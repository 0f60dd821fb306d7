import { type Spoken, spoken } from '../../src-watch/words/spoken';
import { systemText } from '../../src-watch/words/systemText';
import { timeText, words } from '../../src-watch/words/words';
import { sizeText } from './before/room';
import type { WatchProblem } from './watchOptions';

/** Why no step comes, as a sentence. */
export function problemText(problem: WatchProblem): Spoken {
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
    case 'limits':
      return spoken('problem.limits', (language) => ({ reason: problem.reason[language] }));
    case 'behind':
      return spoken('problem.behind', { size: sizeText(problem.unreadBytes) });
    case 'unchanged':
      return spoken('problem.unchanged', { path: problem.path, since: timeText(problem.unchangedMs * 1e6) });
    default:
      return spoken(`problem.${problem.kind}`, { ...problem });
  }
}
