/**
 * Runs one timeline: owns its canvases, listens to the session and to the user, and draws when something changed. React
 * only hands it elements, theme and language; nothing is rendered by React from frame to frame.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatCount } from '../base/format';
import type { Theme } from '../base/theme/theme';
import { nsPerPixelOf, orderedRange, shiftedView } from '../base/timeRange';
import type { DumpSession, SessionState } from '../session/session';
import type { GestureEffect, PointerSpot, WheelEffect } from '../ui/lanes/gestures';
import { firstEndingAfter } from '../ui/lanes/slices';
import { TimelineData } from './dataSource';
import { type DataWindow, quadsOfRow } from './dataWindow';
import { flowColours } from './flowColours';
import { FrameMeter, type TimelineProbe } from './frameMeter';
import { type Hit, hitTest } from './hitTest';
import { type InputHandler, TimelineInput } from './input';
import { stepMotion } from './keyMotion';
import { runKey } from './keys';
import { metrics } from './metrics';
import { Navigation } from './navigation';
import { nearSpotOf } from './near';
import { NeededRanks, unreadRanks } from './neededRanks';
import { type ArrowCounts, Painter } from './painter';
import { buildRowModel, emptyRowModel, laneSpot, type RowModel, type RowSpan, rowWindow } from './rows';
import { RulerFindings } from './rulerFindings';
import { Scrollbar } from './scrollbar';
import { Surface } from './surface';
import { Tooltip } from './tooltip';
import { sliceRefOf, type Translate, tooltipText } from './tooltipText';
import { ZoomWatch } from './zoomWatch';

export interface TimelineElements {
  /** The drawing area, ruler included; gets the canvases. */
  readonly area: HTMLElement;
  readonly tooltip: HTMLElement;
  /** Holds the titles; the wheel scrolls over it too. */
  readonly side: HTMLElement;
  /** Moved up by the scroll position. */
  readonly titles: HTMLElement;
  readonly scrollTrack: HTMLElement;
  /** Says how many arrows are left out. */
  readonly hint: HTMLElement;
}

export interface TimelineOptions {
  readonly session: DumpSession;
  readonly elements: TimelineElements;
  readonly theme: Theme;
  readonly translate: Translate;
  /** `?backend=`: 'pixi' or 'raster'; else chosen by what the machine has. */
  readonly wantedBackend: string | undefined;
  /** `?measure`: frame times and a probe at `window.__tracelane`. */
  readonly isMeasured: boolean;
}

/** What the column of titles shows; changes seldom, so React may render it. */
export interface ShownRows {
  readonly model: RowModel;
  /** On screen and a screen around. */
  readonly span: RowSpan;
  /** Index of the topmost row on screen, for the heading above the titles. */
  readonly topRow: number;
}

export class TimelineController implements InputHandler {
  readonly rulerHeight = metrics.rulerHeight;
  readonly rows: StoreApi<ShownRows>;
  readonly navigation: Navigation;
  private readonly session: DumpSession;
  private readonly elements: TimelineElements;
  private readonly window: Window;
  private readonly surface: Surface;
  private readonly painter: Painter;
  private readonly data: TimelineData;
  private readonly input: TimelineInput;
  private readonly scrollbar: Scrollbar;
  private readonly needed: NeededRanks;
  private readonly tooltip: Tooltip;
  private readonly zoom: ZoomWatch;
  private readonly resizeObserver: ResizeObserver;
  private readonly unsubscribe: () => void;
  private readonly findings: RulerFindings;
  private readonly meter: FrameMeter | undefined;
  private translate: Translate;
  private model: RowModel = emptyRowModel;
  private flowColours: ReadonlyMap<string, string>;
  private flowPalette: readonly string[];
  private frameRequest = 0;
  private lastFrameMs: number | undefined;
  private pressedView = { view: { startNs: 0, endNs: 0 }, scrollTop: 0 };
  private pointerMovedMs = 0;
  private hint = '';
  /** Counts what was selected here: an answer that comes after another selection is too late. */
  private selections = 0;
  private readonly onError: (error: unknown) => void;
  private isDisposed = false;

  constructor(options: TimelineOptions) {
    const { session, elements } = options;
    this.session = session;
    this.elements = elements;
    this.window = elements.area.ownerDocument.defaultView ?? window;
    this.translate = options.translate;
    this.flowPalette = options.theme.timeline.flowColours;
    const invalidate = (): void => this.changed();
    // One place shows what went wrong: the window's own handler of unexpected rejections.
    const onError = (error: unknown): void => void Promise.reject(error);
    this.onError = onError;
    this.rows = createStore<ShownRows>()(() => ({ model: emptyRowModel, span: { first: 0, end: 0 }, topRow: 0 }));
    this.surface = new Surface(elements.area, options.wantedBackend, invalidate);
    this.painter = new Painter(this.surface, options.theme);
    this.navigation = new Navigation(
      session,
      () => this.surface,
      () => this.model,
      invalidate,
      onError,
    );
    this.data = new TimelineData(session.engine, session.dumpId, invalidate, onError);
    this.needed = new NeededRanks(this.window, (ranks) => {
      session.engine.readTimelines(session.dumpId, { kind: 'next', ranks }).catch(onError);
    });
    this.tooltip = new Tooltip(elements.tooltip);
    this.zoom = new ZoomWatch(this.window, invalidate);
    this.scrollbar = new Scrollbar(elements.scrollTrack, elements.side, (top) => this.navigation.scrollTo(top));
    this.input = new TimelineInput(elements.area, this.window, this);
    const state = session.store.getState();
    this.model = buildRowModel(state.dump.ranks, state);
    this.flowColours = flowColours(state.dump, this.flowPalette);
    const stopSession = session.store.subscribe((next, before) => this.sessionChanged(next, before));
    this.findings = new RulerFindings(session, invalidate);
    this.unsubscribe = () => {
      stopSession();
      this.findings.dispose();
    };
    this.resizeObserver = new ResizeObserver(invalidate);
    this.resizeObserver.observe(elements.area);
    this.meter = options.isMeasured ? new FrameMeter(this.window.performance) : undefined;
    if (this.meter !== undefined) this.window.__tracelane = { frames: this.meter, session, probe: () => this.probe() };
    this.changed();
  }

  setTheme(theme: Theme): void {
    this.painter.setTheme(theme);
    this.flowPalette = theme.timeline.flowColours;
    this.flowColours = flowColours(this.session.store.getState().dump, this.flowPalette);
    this.changed();
  }

  setTranslate(translate: Translate): void {
    this.translate = translate;
    this.hint = '';
    this.changed();
  }

  dispose(): void {
    this.isDisposed = true;
    this.window.cancelAnimationFrame(this.frameRequest);
    this.zoom.dispose();
    this.unsubscribe();
    this.resizeObserver.disconnect();
    this.input.dispose();
    this.scrollbar.dispose();
    this.data.dispose();
    this.needed.dispose();
    this.surface.dispose();
    if (this.meter !== undefined) {
      this.meter.dispose();
      delete this.window.__tracelane;
    }
  }

  /** Draws at the next frame. */
  changed(): void {
    if (this.isDisposed || this.frameRequest !== 0) return;
    this.frameRequest = this.window.requestAnimationFrame((nowMs) => this.frame(nowMs));
  }

  private sessionChanged(next: SessionState, before: SessionState): void {
    if (
      next.dump.ranks !== before.dump.ranks ||
      next.folded !== before.folded ||
      next.foldedRanks !== before.foldedRanks ||
      next.lanePreset !== before.lanePreset ||
      next.pinned !== before.pinned
    ) {
      this.model = buildRowModel(next.dump.ranks, next);
      this.navigation.keepInside();
    }
    if (next.dump !== before.dump) this.flowColours = flowColours(next.dump, this.flowPalette);
    this.changed();
  }

  // -------------------------------------------------------------------------------------------------------------------
  // A frame

  private frame(nowMs: number): void {
    this.frameRequest = 0;
    this.meter?.begin(nowMs, this.window.performance.now());
    if (this.surface.measure()) this.navigation.keepInside();
    this.move(nowMs);
    const state = this.session.store.getState();
    this.followScrollTarget(state);
    if (this.surface.width > 0 && this.surface.height > metrics.rulerHeight) this.draw(state);
    this.meter?.end(this.window.performance.now());
  }

  /** Moves by the keys that are held, as long as they are. */
  private move(nowMs: number): void {
    const { input, navigation } = this;
    if (input.motion.held.size === 0) {
      this.lastFrameMs = undefined;
      return;
    }
    // A key that was pressed just now moves by one frame at once: a short tap must do something.
    const step = stepMotion(input.motion, nowMs - (this.lastFrameMs ?? nowMs - 16));
    this.lastFrameMs = nowMs;
    input.motion = step.motion;
    if (step.zoomFactor !== 1) navigation.zoomAt(input.pointer?.x ?? this.surface.width / 2, step.zoomFactor);
    if (step.panPx !== 0) navigation.panBy(step.panPx);
    if (step.scrollPx !== 0) navigation.scrollBy(step.scrollPx);
    this.changed();
  }

  private followScrollTarget({ scrollTarget }: SessionState): void {
    if (scrollTarget === undefined || this.surface.height === 0) return;
    this.navigation.revealLane(scrollTarget.lane, scrollTarget.row);
    // A lane that is not there (yet) is not waited for.
    this.session.actions.clearScrollTarget();
  }

  private draw(state: SessionState): void {
    const { model, navigation, surface, data } = this;
    const { scrollTop, pageHeight } = navigation;
    const visible = rowWindow(model, scrollTop, scrollTop + pageHeight);
    const around = rowWindow(model, scrollTop - pageHeight, scrollTop + 2 * pageHeight);
    data.need(
      {
        view: state.view,
        width: surface.deviceWidth,
        pixelRatio: surface.pixelRatio,
        model,
        visible,
        around,
        ranks: state.dump.ranks,
        clock: state.dump.clock?.revision ?? 0,
        zoom: this.zoom.motionOf(state.view),
      },
      [...state.shownFlows],
    );
    this.needed.show(unreadRanks(model, visible));
    const { pointer } = this.input;
    const hit = this.hitAt(pointer);
    const counts = this.painter.paint({
      view: state.view,
      scrollTop,
      model,
      visible,
      around,
      data: data.window,
      flows: data.flows,
      flowColours: this.flowColours,
      selectedSlice: state.selectedSlice,
      selectedDetails: state.selectedDetails,
      selectedRange: state.selectedRange,
      marks: state.marks,
      findingMarks: this.findings.marks(),
      hit,
      pointer: pointer === undefined ? undefined : { ...pointer, ns: navigation.nsAt(pointer.x) },
      gesture: this.input.gesture,
    });
    this.elements.titles.style.transform = `translateY(${-scrollTop}px)`;
    this.scrollbar.update(scrollTop, pageHeight, model.totalHeight);
    this.showRows(around, visible.first);
    this.showTooltip(hit, pointer);
    this.showHint(counts);
  }

  private showRows(around: RowSpan, topRow: number): void {
    const shown = this.rows.getState();
    // The titles are rendered a screen ahead; they change only when that screen is used up.
    const isCovered =
      shown.model === this.model &&
      shown.topRow === topRow &&
      shown.span.first <= around.first &&
      shown.span.end >= around.end;
    if (!isCovered) this.rows.setState({ model: this.model, span: around, topRow });
  }

  private hitAt(pointer: PointerSpot | undefined, data = this.data.window): Hit | undefined {
    if (pointer === undefined || pointer.y < metrics.rulerHeight || this.input.gesture.kind === 'dragging') {
      return undefined;
    }
    const { navigation, model } = this;
    return hitTest({
      model,
      data,
      y: pointer.y - metrics.rulerHeight + navigation.scrollTop,
      ns: navigation.nsAt(pointer.x),
      nsPerPx: navigation.nsPerPx,
    });
  }

  private showTooltip(hit: Hit | undefined, pointer: PointerSpot | undefined): void {
    const { window } = this.data;
    const isOnRuler = pointer !== undefined && pointer.y < metrics.rulerHeight;
    const finding = isOnRuler ? this.findings.at(pointer.ns, this.navigation.nsPerPx) : undefined;
    if (isOnRuler && finding !== undefined) {
      const language = this.window.document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
      const text = this.findings.text(finding, language, this.translate);
      this.tooltip.show(text, pointer.x, pointer.y, this.surface.width, this.surface.height);
      return;
    }
    if (hit === undefined || pointer === undefined || window === undefined) {
      this.tooltip.hide();
      return;
    }
    const spot = nearSpotOf(hit, window, pointer.ns, this.navigation.nsPerPx);
    const near = spot && this.data.near(spot, this.hasPointerRested());
    const closer = near && this.hitAt(pointer, near);
    const text = tooltipText({
      hit: closer ?? hit,
      data: closer === undefined || near === undefined ? window : near,
      translate: this.translate,
      // Sweeping over many slices asks for none of them.
      detailsOf: (ref) => this.data.detailsOf(ref, this.hasPointerRested()),
    });
    this.tooltip.show(text, pointer.x, pointer.y, this.surface.width, this.surface.height);
  }

  private hasPointerRested(): boolean {
    const restMs = 60;
    const sinceMs = this.window.performance.now() - this.pointerMovedMs;
    if (sinceMs >= restMs) return true;
    this.window.setTimeout(() => this.changed(), restMs - sinceMs);
    return false;
  }

  private showHint({ shown, total, through }: ArrowCounts): void {
    const sentences: string[] = [];
    const [shownText, totalText] = [formatCount(shown), formatCount(total)];
    if (shown < total) sentences.push(this.translate('timeline.arrowsShown', { shown: shownText, total: totalText }));
    if (through > 0) sentences.push(this.translate('timeline.arrowsThrough', { through: formatCount(through) }));
    const hint = sentences.join(' · ');
    if (hint === this.hint) return;
    this.hint = hint;
    this.elements.hint.textContent = hint;
    this.elements.hint.hidden = hint === '';
  }

  // -------------------------------------------------------------------------------------------------------------------
  // Input

  spotAt(clientX: number, clientY: number): PointerSpot {
    const box = this.elements.area.getBoundingClientRect();
    const x = clientX - box.left;
    const y = clientY - box.top;
    this.pointerMovedMs = this.window.performance.now();
    return { x, y, ns: this.navigation.nsAt(x) };
  }

  isShown(): boolean {
    return this.elements.area.clientWidth > 0 && this.elements.area.clientHeight > 0;
  }

  pressed(): void {
    this.pressedView = { view: this.navigation.view, scrollTop: this.navigation.scrollTop };
  }

  gesture(effect: GestureEffect): void {
    const { actions } = this.session;
    switch (effect.kind) {
      case 'pan': {
        // From where it was pressed, not from move to move: nothing adds up, the pointer stays on its slice.
        const { view, scrollTop } = this.pressedView;
        const nsPerPx = nsPerPixelOf(view, this.surface.width);
        actions.setView(shiftedView(view, (effect.from.x - effect.to.x) * nsPerPx));
        this.navigation.scrollTo(scrollTop + effect.from.y - effect.to.y);
        break;
      }
      case 'click':
        this.click(effect.spot);
        break;
      case 'clickRuler': {
        const finding = this.findings.at(effect.spot.ns, this.navigation.nsPerPx);
        if (finding === undefined) actions.selectRange(undefined);
        else this.findings.show(finding);
        break;
      }
      case 'range': {
        const range = orderedRange(Math.round(effect.fromNs), Math.round(effect.toNs));
        actions.selectRange(range.endNs > range.startNs ? range : undefined);
        break;
      }
      case 'zoomToBox':
        this.navigation.zoomToBox(effect.fromNs, effect.toNs);
        break;
    }
  }

  private click(spot: PointerSpot): void {
    this.select(this.hitAt(spot), spot.ns, (near) => this.hitAt(spot, near));
  }

  /** Selects what is hit; of a run what of it is at `ns`, which has to be asked for. */
  private select(hit: Hit | undefined, ns: number, closerIn: (near: DataWindow) => Hit | undefined): void {
    const selection = ++this.selections;
    const { window: data } = this.data;
    if (hit?.kind !== 'quad' || data === undefined) {
      this.session.actions.selectSlice(undefined);
      return;
    }
    const whole = sliceRefOf(data, hit);
    const spot = nearSpotOf(hit, data, ns, this.navigation.nsPerPx);
    if (spot === undefined) {
      this.session.actions.selectSlice(whole);
      return;
    }
    this.data.askNear(spot).then((near) => {
      if (this.isDisposed || selection !== this.selections) return;
      const closer = closerIn(near);
      this.session.actions.selectSlice(closer?.kind === 'quad' ? sliceRefOf(near, closer) : whole);
    }, this.onError);
  }

  wheel(effect: WheelEffect, spot: PointerSpot): void {
    if (effect.kind === 'zoom') {
      this.navigation.zoomAt(spot.x, effect.factor);
      return;
    }
    if (effect.panPx !== 0) this.navigation.panBy(effect.panPx);
    if (effect.scrollPx !== 0) this.navigation.scrollBy(effect.scrollPx);
  }

  doubleClick(spot: PointerSpot): void {
    const hit = this.hitAt(spot);
    const { window: data } = this.data;
    if (hit === undefined || data === undefined) return;
    if (hit.kind === 'quad') {
      const { startNs, endNs } = data.quads;
      this.navigation.fit({ startNs: startNs[hit.quad], endNs: endNs[hit.quad] });
    } else if (hit.kind === 'folded') {
      this.toggle(hit.row);
    }
  }

  key(event: KeyboardEvent): boolean {
    if (event.code === 'Escape' && this.input.gesture.kind !== 'idle') {
      this.input.cancelGesture();
      return true;
    }
    return runKey(event, { navigation: this.navigation, session: this.session });
  }

  isHeldKeyTaken(event: KeyboardEvent): boolean {
    const isSideways = event.code === 'ArrowLeft' || event.code === 'ArrowRight';
    return isSideways && this.session.store.getState().selectedSlice !== undefined;
  }

  /** Folds or unfolds a row. */
  toggle(row: RowModel['rows'][number]): void {
    const { actions } = this.session;
    if (!row.isFoldable) return;
    if (row.kind === 'rank') actions.toggleRankFold(row.rank.index);
    else actions.toggleFold(row.kind === 'group' ? row.group.id : row.lane.id);
  }

  /** Selects the first slice of a lane that is in the view, and hands the keys to the drawing: arrows go on from there. */
  selectFirst(row: RowModel['rows'][number]): void {
    const { window: data } = this.data;
    const lane = row.kind === 'slices' ? data?.lane(row.lane.id) : undefined;
    if (data === undefined || lane === undefined || row.kind !== 'slices') return;
    const { view } = this.navigation;
    const { startNs, endNs } = data.quads;
    const { laneRow: firstRow } = lane.quads;
    for (let laneRow = firstRow; laneRow + 1 < firstRow + lane.rowStart.length; laneRow++) {
      const { first: rowFirst, end: rowEnd } = quadsOfRow(lane, laneRow);
      const quad = firstEndingAfter(endNs, rowFirst, rowEnd, view.startNs);
      if (quad === rowEnd || startNs[quad] > view.endNs) continue;
      const fromNs = Math.max(view.startNs, startNs[quad]);
      this.select({ kind: 'quad', row, quad, laneRow }, fromNs, (near) => {
        const { first, end } = quadsOfRow(near.lane(row.lane.id) ?? lane, laneRow);
        const closest = firstEndingAfter(near.quads.endNs, first, end, fromNs);
        return closest < end ? { kind: 'quad', row, quad: closest, laneRow } : undefined;
      });
      this.elements.area.focus({ preventScroll: true });
      return;
    }
  }

  /** Scrolls so that the row is on screen. */
  revealRow(row: RowModel['rows'][number]): void {
    const { scrollTop, pageHeight } = this.navigation;
    if (row.top < scrollTop) this.navigation.scrollTo(row.top);
    else if (row.top + row.height > scrollTop + pageHeight) {
      this.navigation.scrollTo(Math.min(row.top, row.top + row.height - pageHeight));
    }
  }

  private probe(): TimelineProbe {
    const { surface, navigation, model } = this;
    const box = this.elements.area.getBoundingClientRect();
    const { view, scrollTop } = navigation;
    return {
      backend: surface.kind,
      view,
      scrollTop,
      rulerHeight: metrics.rulerHeight,
      left: box.left,
      top: box.top,
      width: surface.width,
      height: surface.height,
      quadCount: this.data.window?.quads.startNs.length ?? 0,
      isSettled: this.frameRequest === 0 && !this.zoom.isPending && this.data.isIdle && this.data.window !== undefined,
      laneTop(lane, row) {
        const spot = laneSpot(model, lane as Parameters<typeof laneSpot>[1], row);
        if (spot === undefined) return undefined;
        return { top: box.top + metrics.rulerHeight + spot.y - scrollTop, height: spot.height };
      },
      xOf: (ns) => box.left + (ns - view.startNs) / navigation.nsPerPx,
    };
  }
}
