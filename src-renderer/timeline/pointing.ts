/** What is under the pointer, and the note beside it that says so. */
import type { TimeScale } from '../base/timeScale';
import type { PointerSpot } from '../ui/lanes/gestures';
import type { TimelineData } from './data/dataSource';
import type { DataWindow } from './data/dataWindow';
import { type Hit, hitTest } from './data/hitTest';
import { nearSpotOf } from './data/near';
import type { ShownMarks } from './marks/shownMarks';
import type { Navigation } from './moving/navigation';
import { metrics } from './rows/metrics';
import type { RowModel } from './rows/rows';
import type { Translate } from './rows/rowText';
import type { RulerFindings } from './rulerFindings';
import type { Surface } from './surface';
import { Tooltip } from './tooltip';
import { tooltipText } from './tooltipText';

/** The pointer rests when it has not moved for so long. */
const REST_MS = 60;

export interface PointingParts {
  readonly window: Window;
  readonly surface: Surface;
  readonly navigation: Navigation;
  readonly data: TimelineData;
  readonly findings: RulerFindings;
  readonly userMarks: ShownMarks;
  /** Gets the note's parts. */
  readonly note: HTMLElement;
  readonly rows: () => RowModel;
  readonly times: () => TimeScale;
  /** Then nothing is under the pointer but what is dragged. */
  readonly isDragging: () => boolean;
  readonly onChange: () => void;
}

export class Pointing {
  private readonly tooltip: Tooltip;
  private movedMs = 0;
  private isCovered = false;

  constructor(private readonly parts: PointingParts) {
    this.tooltip = new Tooltip(parts.note);
  }

  /** A menu is over the drawing: nothing is said of what is behind it. */
  cover(isCovered: boolean): void {
    this.isCovered = isCovered;
    if (isCovered) this.hide();
  }

  /** Until the note is shown again. */
  hide(): void {
    this.tooltip.hide();
  }

  moved(): void {
    this.movedMs = this.parts.window.performance.now();
  }

  hitAt(pointer: PointerSpot | undefined, data = this.parts.data.window): Hit | undefined {
    const { navigation, rows, isDragging } = this.parts;
    if (pointer === undefined || pointer.y < metrics.rulerHeight || isDragging()) return undefined;
    return hitTest({
      model: rows(),
      data,
      y: navigation.rowListY(pointer.y - metrics.rulerHeight),
      ns: navigation.nsAt(pointer.x),
      nsPerPx: navigation.nsPerPx,
    });
  }

  /** `hit` is what `hitAt` says of the pointer. */
  showNote(hit: Hit | undefined, pointer: PointerSpot | undefined, translate: Translate): void {
    const { data, findings, navigation, surface, userMarks, window } = this.parts;
    if (this.isCovered) return;
    const isOnRuler = pointer !== undefined && pointer.y < metrics.rulerHeight;
    const mark = isOnRuler ? userMarks.at(pointer) : undefined;
    if (isOnRuler && mark !== undefined) {
      this.tooltip.show(
        userMarks.text(mark, translate, this.parts.times()),
        pointer.x,
        pointer.y,
        surface.width,
        surface.height,
      );
      return;
    }
    const finding = isOnRuler ? findings.at(pointer.ns, navigation.nsPerPx) : undefined;
    if (isOnRuler && finding !== undefined) {
      const language = window.document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
      const text = findings.text(finding, language, translate);
      this.tooltip.show(text, pointer.x, pointer.y, surface.width, surface.height);
      return;
    }
    if (hit === undefined || pointer === undefined || data.window === undefined) {
      this.tooltip.hide();
      return;
    }
    const spot = nearSpotOf(hit, data.window, pointer.ns, navigation.nsPerPx);
    const near = spot && data.near(spot, this.hasRested());
    const closer = near && this.hitAt(pointer, near);
    const text = tooltipText({
      hit: closer ?? hit,
      data: closer === undefined || near === undefined ? data.window : near,
      translate,
      times: this.parts.times(),
      // Sweeping over many slices asks for none of them.
      detailsOf: (ref) => data.detailsOf(ref, this.hasRested()),
    });
    const note = hit.kind === 'quad' ? this.noteOn(hit, data.window) : undefined;
    const shown = note === undefined ? text : { ...text, lines: [note, ...text.lines] };
    this.tooltip.show(shown, pointer.x, pointer.y, surface.width, surface.height);
  }

  /** What the user has written on a slice; of several in one place, on none. */
  private noteOn({ row, quad, laneRow }: Extract<Hit, { kind: 'quad' }>, { quads }: DataWindow): string | undefined {
    if (quads.sliceCount[quad] !== 1) return undefined;
    return this.parts.userMarks.noteAt(row.lane.id, laneRow, quads.startNs[quad]);
  }

  private hasRested(): boolean {
    const { window, onChange } = this.parts;
    const sinceMs = window.performance.now() - this.movedMs;
    if (sinceMs >= REST_MS) return true;
    window.setTimeout(onChange, REST_MS - sinceMs);
    return false;
  }
}
