import type { SliceSummary } from '../../src-contract';
import type { DumpSession } from './session';
import type { PanelId, Shell } from './shell';

/** Goes to the timeline, with the slice selected. `panel` is in front then, not the slice's own. Answers whether there was one. */
export async function showSlice(
  session: DumpSession,
  shell: Shell,
  found: Promise<SliceSummary | undefined>,
  panel?: PanelId,
): Promise<boolean> {
  const slice = await found;
  if (!slice) return false;
  shell.showTab('timeline');
  session.actions.jumpTo(slice);
  // At once: a panel that is hidden for a moment forgets its cursor, and has no focus any more.
  if (panel !== undefined) shell.showPanel(panel);
  return true;
}
