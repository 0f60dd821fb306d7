/** Files of events or counters that are to become lanes of the open dump: what they hold is asked for first. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LaneFileReport, RankIndex } from '../../../src-contract';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import type { DumpSession } from '../session';
import { ownLanesOf } from './ownLanes';

export interface WaitingLaneFile {
  readonly path: string;
  readonly rank: RankIndex;
  /** As it is likely meant. */
  readonly report: LaneFileReport;
}

export interface LaneFiles {
  /** The user is asked about one after the other. */
  readonly waiting: readonly WaitingLaneFile[];
}

/** The same for all who ask for it, as long as the dump is open. */
export function laneFilesOf(session: DumpSession): StoreApi<LaneFiles> {
  return session.viewState('laneFiles', () => createStore<LaneFiles>()(() => ({ waiting: [] })));
}

/** Those that were opened with the dump become lanes as well; where that takes no question, at once. Returns the function that ends it. */
export function followLaneFiles(session: DumpSession, reportError: (error: unknown) => void): () => void {
  const seen = new Set<string>();
  const look = async () => {
    const { dump } = session.store.getState();
    if (dump.status !== 'ready') return;
    const rank = dump.ranks.find(({ status }) => status === 'ready')?.index;
    const files = dump.clusterFiles.filter(({ table, path }) => table === 'lane-file' && !seen.has(path));
    if (rank === undefined || files.length === 0) return;
    for (const { path } of files) seen.add(path);
    const own = ownLanesOf(session);
    const known = await own.known();
    for (const { path } of files) {
      if (known.some((lane) => lane.kind === 'file' && lane.path === path)) continue;
      const report = await session.engine.laneFile(session.dumpId, path, rank);
      if (!report) continue;
      const reading = { origin: report.likelyOrigin, byNs: 0 };
      if (report.needsUnit) ask(session, { path, rank, report });
      else await own.addFile({ name: path.split(/[\\/]/).at(-1) ?? path, path, reading });
    }
  };
  const lookAgain = () => void look().catch((error: unknown) => !isConnectionClosed(error) && reportError(error));
  lookAgain();
  return session.calmStore.subscribe(lookAgain);
}

function ask(session: DumpSession, file: WaitingLaneFile): void {
  laneFilesOf(session).setState(({ waiting }) => ({ waiting: [...waiting, file] }));
}

/** By its name. */
export function mayBeLanes(path: string): boolean {
  return /\.(csv|jsonl|ndjson)$/i.test(path);
}

/** Has the user asked about those that make lanes; answers the others. What is damaged is told, and is none of either. */
export async function takeLaneFiles(
  session: DumpSession,
  paths: readonly string[],
  reportError: (error: unknown) => void,
): Promise<readonly string[]> {
  const rank = session.store.getState().dump.ranks.find(({ status }) => status === 'ready')?.index;
  if (rank === undefined) return paths;
  const others: string[] = [];
  for (const path of paths) {
    if (!mayBeLanes(path)) {
      others.push(path);
      continue;
    }
    try {
      const report = await session.engine.laneFile(session.dumpId, path, rank);
      if (report === undefined) others.push(path);
      else ask(session, { path, rank, report });
    } catch (error) {
      reportError(error);
    }
  }
  return others;
}
