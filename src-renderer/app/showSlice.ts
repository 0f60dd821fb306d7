import type { SliceSummary } from '../../src-contract';
import type { AppController } from './appController';
import type { DumpSession } from './session';

/** Goes to the timeline, with the slice selected. Answers whether there was one. */
export async function showSlice(
  session: DumpSession,
  controller: AppController,
  found: Promise<SliceSummary | undefined>,
): Promise<boolean> {
  const slice = await found;
  if (!slice) return false;
  controller.showTab('timeline');
  session.actions.jumpTo(slice);
  return true;
}
