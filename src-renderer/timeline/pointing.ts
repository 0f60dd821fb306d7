/** What is under the pointer, and the note beside it that says so. */
import type { PointerSpot } from '../ui/lanes/gestures';
import type { TimelineData } from './dataSource';
import { type Hit, hitTest } from './hitTest';
import { metrics } from './metrics';
import type { Navigation } from './navigation';
import { nearSpotOf } from './near';
import type { RowModel } from './rows';
import type { Translate } from './rowText';
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
  /** Gets the note's parts. */
  readonly note: HTMLElement;
  readonly rows: () => RowModel;
  /** Then nothing is under the pointer but what is dragged. */
  readonly isDragging: () => boolean;
  readonly onChange: () => void;
}

export class Pointing {
  private readonly tooltip: Tooltip;
  private movedMs = 0;

  constructor(private readonly parts: PointingParts) {
    this.tooltip = new Tooltip(parts.note);
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
    const { data, findings, navigation, surface, window } = this.parts;
    const isOnRuler = pointer !== undefined && pointer.y < metrics.rulerHeight;
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
      // Sweeping over many slices asks for none of them.
      detailsOf: (ref) => data.detailsOf(ref, this.hasRested()),
    });
    this.tooltip.show(text, pointer.x, pointer.y, surface.width, surface.height);
  }

  private hasRested(): boolean {
    const { window, onChange } = this.parts;
    const sinceMs = window.performance.now() - this.movedMs;
    if (sinceMs >= REST_MS) return true;
    window.setTimeout(onChange, REST_MS - sinceMs);
    return false;
  }
}
