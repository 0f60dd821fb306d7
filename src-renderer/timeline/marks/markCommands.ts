/** Marks are made at the pointer, of what is selected, and gone through one by one. */
import { MOST_MARKS, type SliceDetails } from '../../../src-contract';
import type { DumpSession } from '../../session/session';
import { markBeside, type UserMark, withMark } from '../../session/userMarks';

export interface MarkTarget {
  readonly session: DumpSession;
  /** See `Selecting.withSelected`. */
  readonly withSelected: (act: (slice: SliceDetails) => void) => boolean;
  /** Under the pointer; undefined while it is elsewhere. */
  readonly pointerNs: () => number | undefined;
  /** Where names are written. `isNamed`: the name is wanted at once. */
  readonly showPanel: (isNamed: boolean) => void;
  readonly sayFull: (most: string) => void;
}

export function setFlag(target: MarkTarget): boolean {
  const { view } = target.session.store.getState();
  const ns = Math.round(target.pointerNs() ?? (view.startNs + view.endNs) / 2);
  add(target, { startNs: ns, endNs: ns });
  return true;
}

/** False where no stretch is selected. */
export function keepRange(target: MarkTarget): boolean {
  const { selectedRange } = target.session.store.getState();
  if (!selectedRange) return false;
  const { startNs, endNs } = selectedRange;
  if (add(target, { startNs: Math.round(startNs), endNs: Math.round(endNs) })) target.showPanel(true);
  return true;
}

/** False where no slice is selected. */
export function writeNote(target: MarkTarget): boolean {
  return target.withSelected((slice) => writeNoteOn(target, slice));
}

/** A slice has one note: where it has been written, that is shown. */
export function writeNoteOn(target: MarkTarget, { ref, source, startNs, durationNs }: SliceDetails): void {
  const { userMarks, dump } = target.session.store.getState();
  const place = dump.ranks[ref.rank]?.place;
  if (place === undefined) return;
  const known = userMarks.find(({ slice }) => slice?.place === place && slice.source === source);
  if (known) target.session.actions.showMark(known.id);
  const isThere = known || add(target, { startNs, endNs: startNs + durationNs, slice: { place, source } });
  if (isThere) target.showPanel(true);
}

export function goToMark({ session }: MarkTarget, way: 'next' | 'previous'): boolean {
  const { userMarks, noteSlices, currentMark, view } = session.store.getState();
  const found = markBeside(userMarks, noteSlices, currentMark, (view.startNs + view.endNs) / 2, way);
  if (found) session.actions.jumpToMark(found.id);
  return found !== undefined;
}

function add({ session, sayFull }: MarkTarget, mark: Pick<UserMark, 'startNs' | 'endNs' | 'slice'>): boolean {
  const id = crypto.randomUUID();
  const marks = withMark(session.store.getState().userMarks, { id, ...mark });
  if (marks) session.actions.setUserMarks(marks, id);
  else sayFull(MOST_MARKS.toLocaleString('en'));
  return marks !== undefined;
}
