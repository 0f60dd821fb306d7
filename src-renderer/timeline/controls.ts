/** What pointer, wheel and keys do to one timeline. */
import { nsPerPixelOf, orderedRange, shiftedView } from '../base/timeRange';
import type { DumpSession } from '../session/session';
import type { ClickKind, GestureEffect, PointerSpot, WheelEffect } from '../ui/lanes/gestures';
import type { TimelineData } from './data/dataSource';
import { type CommandTarget, runKey } from './keys';
import { toggleRow } from './lanes/toggleRow';
import type { ShownMarks } from './marks/shownMarks';
import type { InputHandler } from './moving/input';
import type { Navigation } from './moving/navigation';
import type { Pointing } from './pointing';
import { metrics } from './rows/metrics';
import type { RulerFindings } from './rulerFindings';
import type { SliceSelection } from './sliceSelection';
import type { Surface } from './surface';

export interface ControlsParts {
  readonly session: DumpSession;
  readonly area: HTMLElement;
  readonly surface: Surface;
  readonly navigation: Navigation;
  readonly data: TimelineData;
  readonly findings: RulerFindings;
  readonly userMarks: ShownMarks;
  readonly pointing: Pointing;
  readonly selection: SliceSelection;
  /** What commands work on. */
  readonly target: CommandTarget;
  readonly onChange: () => void;
}

export class TimelineControls implements InputHandler {
  readonly rulerHeight = metrics.rulerHeight;
  readonly changed: () => void;
  private pressedView = { view: { startNs: 0, endNs: 0 }, scrollTop: 0 };

  constructor(private readonly parts: ControlsParts) {
    this.changed = parts.onChange;
  }

  spotAt(clientX: number, clientY: number): PointerSpot {
    const { area, navigation, pointing } = this.parts;
    const box = area.getBoundingClientRect();
    const x = clientX - box.left;
    const y = clientY - box.top;
    pointing.moved();
    return { x, y, ns: navigation.nsAt(x) };
  }

  isShown(): boolean {
    const { area } = this.parts;
    return area.clientWidth > 0 && area.clientHeight > 0;
  }

  pressed(): void {
    const { view, scrollTop } = this.parts.navigation;
    this.pressedView = { view, scrollTop };
  }

  held(isHeld: boolean): void {
    this.parts.session.actions.hold(isHeld);
  }

  gesture(effect: GestureEffect): void {
    const { findings, navigation, session, surface, target, userMarks } = this.parts;
    switch (effect.kind) {
      case 'pan': {
        // From where it was pressed, not from move to move: nothing adds up, the pointer stays on its slice.
        const { view, scrollTop } = this.pressedView;
        const nsPerPx = nsPerPixelOf(view, surface.width);
        session.actions.setView(shiftedView(view, (effect.from.x - effect.to.x) * nsPerPx));
        navigation.scrollTo(scrollTop + effect.from.y - effect.to.y);
        break;
      }
      case 'click':
        this.click(effect.spot, effect.click);
        break;
      case 'clickRuler': {
        const mark = userMarks.at(effect.spot);
        const finding = findings.at(effect.spot.ns, navigation.nsPerPx);
        if (mark !== undefined) {
          session.actions.showMark(mark);
          target.showPanel(false);
        } else if (finding !== undefined) findings.show(finding);
        else session.actions.selectRange(undefined);
        break;
      }
      case 'range': {
        const range = orderedRange(Math.round(effect.fromNs), Math.round(effect.toNs));
        session.actions.selectRange(range.endNs > range.startNs ? range : undefined);
        break;
      }
      case 'region': {
        const range = orderedRange(Math.round(effect.from.ns), Math.round(effect.to.ns));
        const lanes = navigation.lanesBetween(effect.from.y, effect.to.y);
        session.actions.selectRange(range.endNs > range.startNs ? range : undefined, lanes);
        break;
      }
      case 'shift': {
        const rank = navigation.rankAt(effect.from.y);
        if (rank !== undefined && effect.byNs !== 0) target.moveRank(rank, effect.byNs);
        break;
      }
      case 'shiftLane': {
        const row = navigation.rowAt(effect.from.y);
        if (row?.kind === 'slices' && effect.byNs !== 0) target.moveLane(row, effect.byNs);
        break;
      }
      case 'zoomToBox':
        navigation.zoomToBox(effect.fromNs, effect.toNs);
        break;
    }
  }

  wheel(effect: WheelEffect, spot: PointerSpot): void {
    const { navigation } = this.parts;
    if (effect.kind === 'zoom') {
      navigation.zoomAt(spot.x, effect.factor);
      return;
    }
    if (effect.panPx !== 0) navigation.panBy(effect.panPx);
    if (effect.scrollPx !== 0) navigation.scrollBy(effect.scrollPx);
  }

  doubleClick(spot: PointerSpot): void {
    const { data, navigation, pointing, session } = this.parts;
    const hit = pointing.hitAt(spot);
    if (hit === undefined || data.window === undefined) return;
    if (hit.kind === 'quad') {
      const { startNs, endNs } = data.window.quads;
      navigation.fit({ startNs: startNs[hit.quad], endNs: endNs[hit.quad] });
    } else if (hit.kind === 'folded') {
      toggleRow(session, hit.row);
    }
  }

  key(event: KeyboardEvent): boolean {
    return runKey(event, this.parts.target);
  }

  isHeldKeyTaken(event: KeyboardEvent): boolean {
    const isSideways = event.code === 'ArrowLeft' || event.code === 'ArrowRight';
    return isSideways && this.parts.session.store.getState().selectedSlice !== undefined;
  }

  private click(spot: PointerSpot, click: ClickKind): void {
    const { pointing, selection } = this.parts;
    selection.select(pointing.hitAt(spot), spot.ns, (near) => pointing.hitAt(spot, near), click);
  }
}
