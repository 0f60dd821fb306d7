import type { DumpState, LaneId, PathQuestion } from '../../../src-contract';
import { viewAround } from '../../base/timeRange';
import { findingsOf, PATH_EVIDENCE } from '../../session/findings/findings';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';

/** Air at both ends, as a share of the step. */
const AIR = 0.02;
/** More would leave no room for the lanes below; the path is marked on the others at their place. */
const MOST_PINNED = 10;

/**
 * The timeline, zoomed to the step, with its critical path as a lane above all others, below it the lanes that it is on, marked;
 * Backspace leads back.
 */
export async function showPath(session: DumpSession, shell: Shell, question: PathQuestion): Promise<void> {
  const { actions, engine, dumpId, questions } = session;
  const { signal } = new AbortController();
  const path = await questions.follow((id) => engine.ask(dumpId, 'findings.pathMarks', question, id), signal);
  if (!path || path.marks.length === 0) {
    shell.showTab('findings');
    return;
  }
  const { label, step, markedShare } = path;
  const lane = await questions.follow((id) => engine.showPath(dumpId, question, id), signal);
  findingsOf(session).store.setState({ evidenced: PATH_EVIDENCE, pathShown: { label, step, markedShare } });
  actions.setView(viewAround(path, AIR), { isJump: true, from: 'findings' });
  // Low lanes first: those of a thread may be as tall as the screen.
  const rows = rowsOf(session);
  const pinned = path.lanes.slice(0, MOST_PINNED).sort((a, b) => (rows.get(a) ?? 0) - (rows.get(b) ?? 0));
  actions.pinLanes(lane === undefined ? pinned : [lane, ...pinned]);
  actions.mark(path.marks.map(({ lane, row, startNs, endNs }) => ({ startNs, endNs, spot: { lane, row } })));
  shell.showTab('timeline');
  const [first] = pinned;
  if (first !== undefined) actions.scrollTo(first, 0);
}

function rowsOf({ store }: DumpSession): ReadonlyMap<LaneId, number> {
  const groups = store.getState().dump.ranks.flatMap((rank) => rank.groups);
  return new Map(
    groups.flatMap(({ lanes }) => lanes.map((lane) => [lane.id, lane.kind === 'slices' ? lane.rowCount : 1] as const)),
  );
}

export function hasPaths({ ranks }: DumpState): boolean {
  return ranks.some(({ groups }) => groups.some(({ path }) => path !== undefined));
}

/** The lanes, and the marks and pins that came with them. */
export async function removePaths(session: DumpSession): Promise<void> {
  const { store } = findingsOf(session);
  if (store.getState().evidenced === PATH_EVIDENCE) {
    session.actions.pinLanes([]);
    session.actions.mark([]);
    store.setState({ evidenced: undefined });
  }
  await session.engine.removePaths(session.dumpId);
}
