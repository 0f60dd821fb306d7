/** The user's marks as the timeline shows them: made anew when they change, found again under the pointer. */
import type { LaneId } from '../../../src-contract';
import { formatDuration } from '../../base/format';
import type { TimeRange } from '../../base/timeRange';
import type { TimeScale } from '../../base/timeScale';
import type { DumpSession } from '../../session/session';
import type { SessionState } from '../../session/sessionState';
import { inOrder, kindOfMark, rangeOfMark, type UserMark, type UserMarkKind } from '../../session/userMarks';
import { metrics } from '../rows/metrics';
import type { Translate } from '../rows/rowText';
import type { TooltipText } from '../tooltip';

export interface ShownMark extends TimeRange {
  readonly mark: UserMark;
  readonly kind: UserMarkKind;
  readonly isCurrent: boolean;
  /** Of a note whose slice has been found. */
  readonly spot?: { readonly lane: LaneId; readonly row: number };
}

/** Of what stands in the ruler, CSS pixels: as high as Chinese letters of a name. */
export const chipHeight = 11;

/** What of a mark stands in the ruler, CSS pixels. */
export interface MarkBox {
  readonly id: string;
  readonly left: number;
  readonly right: number;
}

export class ShownMarks {
  /** As they were drawn last. */
  boxes: readonly MarkBox[] = [];
  list: readonly ShownMark[];
  private readonly stop: () => void;

  constructor(session: DumpSession, onChange: () => void) {
    this.list = shownMarks(session.store.getState());
    this.stop = session.calmStore.subscribe((now, before) => {
      const isSame =
        now.userMarks === before.userMarks &&
        now.noteSlices === before.noteSlices &&
        now.currentMark === before.currentMark;
      if (isSame) return;
      this.list = shownMarks(now);
      onChange();
    });
  }

  /** The mark that stands there in the ruler, below the findings; of several the one drawn last. */
  at({ x, y }: { readonly x: number; readonly y: number }): string | undefined {
    if (y < metrics.rulerHeight - chipHeight) return undefined;
    return this.boxes.findLast(({ left, right }) => left <= x && x <= right)?.id;
  }

  /** What is written on the slice of a lane's row that begins then; undefined: nothing. */
  noteAt(lane: LaneId, row: number, startNs: number): string | undefined {
    const note = this.list.find(
      ({ spot, ...own }) => spot?.lane === lane && spot.row === row && own.startNs === startNs,
    );
    return note?.mark.name || undefined;
  }

  text(id: string, translate: Translate, times: TimeScale): TooltipText {
    const shown = this.list.find(({ mark }) => mark.id === id);
    if (!shown) return { title: '', lines: [], place: '' };
    const { mark, kind, startNs, endNs } = shown;
    const lines = [
      ...(endNs > startNs ? [formatDuration(endNs - startNs)] : []),
      translate('timeline.tooltipStart', { start: times.text(startNs) }),
    ];
    return { title: mark.name || translate(`marks.kind.${kind}`), lines, place: translate('marks.hint') };
  }

  dispose(): void {
    this.stop();
  }
}

type Marked = Pick<SessionState, 'userMarks' | 'noteSlices' | 'currentMark'>;

/** By time. */
export function shownMarks({ userMarks, noteSlices, currentMark }: Marked): readonly ShownMark[] {
  return inOrder(userMarks, noteSlices).map((mark) => {
    const { startNs, endNs } = rangeOfMark(mark, noteSlices);
    const slice = mark.slice && noteSlices.get(mark.id);
    return {
      ...{ mark, kind: kindOfMark(mark), isCurrent: mark.id === currentMark, startNs, endNs },
      ...(slice && { spot: { lane: slice.lane, row: slice.row } }),
    };
  });
}
