import type { SliceSummary } from '../../src-contract';
import type { DumpSession } from './session';
import type { Shell } from './shell';

/** Goes to the timeline, with the slice selected. Answers whether there was one. */
export async function showSlice(
  session: DumpSession,
  shell: Shell,
  found: Promise<SliceSummary | undefined>,
): Promise<boolean> {
  const slice = await found;
  if (!slice) return false;
  shell.showTab('timeline');
  session.actions.jumpTo(slice);
  return true;
}
