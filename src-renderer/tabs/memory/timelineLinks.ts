import type { RankIndex } from '../../../src-contract';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';

/** Moves the timeline's view so that the instant is in its middle, as wide as it is; Backspace goes back. */
export function showAround(session: DumpSession, ns: number): void {
  const { view, dump } = session.store.getState();
  if (ns < dump.startNs || ns > dump.endNs) return;
  const half = (view.endNs - view.startNs) / 2;
  session.actions.setView({ startNs: ns - half, endNs: ns + half }, { isJump: true });
}

interface OpAt {
  readonly rank: RankIndex;
  readonly name: string;
  readonly atNs: number;
}

/** Jumps to the op that was running when memory was taken; where the timeline has none, to the time. */
export async function showOp(session: DumpSession, shell: Shell, op: OpAt): Promise<void> {
  try {
    const { slice } = await session.engine.ask(session.dumpId, 'memory.opSlice', op);
    if (slice) session.actions.jumpTo(slice);
    else showAround(session, op.atNs);
    shell.showTab('timeline');
  } catch (error) {
    shell.reportError(error);
  }
}
