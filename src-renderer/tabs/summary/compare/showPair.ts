import type { SliceRef } from '../../../../src-contract';
import { viewAround } from '../../../base/timeRange';
import type { DumpSession } from '../../../session/session';
import type { Shell } from '../../../session/shell';

export interface Pair {
  readonly sliceA?: SliceRef;
  readonly sliceB?: SliceRef;
}

/** Air at both ends, as a share of what is shown. */
const AIR = 0.25;

/** The timeline, with the slices’ lanes one above the other at the top and both marked; Backspace leads back. */
export async function showPair(session: DumpSession, shell: Shell, slices: readonly SliceRef[]): Promise<void> {
  const all = await Promise.all(slices.map((ref) => session.engine.slice(session.dumpId, ref)));
  const found = all.flatMap((own) => own ?? []);
  if (found.length === 0) return;
  const { actions } = session;
  const marks = found.map(({ startNs, durationNs, lane, row }) => {
    return { startNs, endNs: startNs + durationNs, spot: { lane, row } };
  });
  const range = {
    startNs: Math.min(...marks.map(({ startNs }) => startNs)),
    endNs: Math.max(...marks.map(({ endNs }) => endNs)),
  };
  actions.setView(viewAround(range, AIR), { isJump: true, from: 'summary' });
  actions.pinLanes([...new Set(found.map(({ lane }) => lane))]);
  actions.mark(marks);
  actions.selectSlice(found[0].ref);
  shell.showTab('timeline');
  actions.scrollTo(found[0].lane, found[0].row);
}
