/**
 * Runs one timeline: owns its canvases, listens to the session and to the user, and draws when something changed. React
 * only hands it elements, theme and language; nothing is rendered by React from frame to frame.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Theme } from '../base/theme/theme';
import type { DumpSession, SessionState } from '../session/session';
import { ArrowsHint } from './arrowsHint';
import { TimelineControls, toggleRow } from './controls';
import { TimelineData } from './dataSource';
import { flowColours } from './flowColours';
import { FrameMeter, type TimelineProbe } from './frameMeter';
import { TimelineInput } from './input';
import { stepMotion } from './keyMotion';
import { metrics } from './metrics';
import { Navigation } from './navigation';
import { NeededRanks, unreadRanks } from './neededRanks';
import { Painter } from './painter';
import { Pointing } from './pointing';
import { probeOf } from './probe';
import {
  buildRowModel,
  emptyRowModel,
  type RowModel,
  type RowSpan,
  type RowWindow,
  rowWindow,
  type TimelineRow,
} from './rows';
import type { Translate } from './rowText';
import { RulerFindings } from './rulerFindings';
import { Scrollbar } from './scrollbar';
import { SliceSelection } from './sliceSelection';
import { Surface } from './surface';
import { ZoomWatch } from './zoomWatch';

/**
 * Screens that titles are rendered ahead, and how much of that may be left before it is done again: they are rendered in the
 * frame that needs them, some rows at a time, and each that is there takes time in every frame.
 */
const AHEAD = 1 / 2;
const LEAST_AHEAD = 1 / 4;

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
  /** On screen and somewhat around. */
  readonly span: RowSpan;
  /** Index of the topmost row on screen, for the heading above the titles. */
  readonly topRow: number;
}

export class TimelineController {
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
  private readonly pointing: Pointing;
  private readonly selection: SliceSelection;
  private readonly arrowsHint: ArrowsHint;
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
    this.rows = createStore<ShownRows>()(() => ({ model: emptyRowModel, span: { first: 0, end: 0 }, topRow: 0 }));
    this.surface = new Surface(elements.area, options.wantedBackend, invalidate);
    this.painter = new Painter(this.surface, options.theme);
    this.navigation = new Navigation(
      session,
      () => this.surface,
      () => this.model,
      onError,
    );
    this.data = new TimelineData(session.engine, session.dumpId, invalidate, onError);
    this.needed = new NeededRanks(this.window, (ranks) => {
      session.engine.readTimelines(session.dumpId, { kind: 'next', ranks }).catch(onError);
    });
    this.arrowsHint = new ArrowsHint(elements.hint);
    this.zoom = new ZoomWatch(this.window, invalidate);
    this.scrollbar = new Scrollbar(elements.scrollTrack, elements.side, (top) => this.navigation.scrollTo(top));
    this.findings = new RulerFindings(session, invalidate);
    const { surface, navigation, data, findings } = this;
    this.selection = new SliceSelection(session, data, navigation, onError);
    this.pointing = new Pointing({
      window: this.window,
      surface,
      navigation,
      data,
      findings,
      note: elements.tooltip,
      rows: () => this.model,
      isDragging: () => this.input.gesture.kind === 'dragging',
      onChange: invalidate,
    });
    const { pointing, selection } = this;
    const { area } = elements;
    const parts = { session, area, surface, navigation, data, findings, pointing, selection, onChange: invalidate };
    this.input = new TimelineInput(area, this.window, new TimelineControls(parts));
    const state = session.store.getState();
    this.model = buildRowModel(state.dump.ranks, state, this.navigation.fixedSpace);
    this.flowColours = flowColours(state.dump, this.flowPalette);
    const stopSession = session.store.subscribe((next, before) => this.sessionChanged(next, before));
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
    this.changed();
  }

  dispose(): void {
    this.isDisposed = true;
    this.window.cancelAnimationFrame(this.frameRequest);
    this.zoom.dispose();
    this.unsubscribe();
    this.resizeObserver.disconnect();
    this.input.dispose();
    this.selection.dispose();
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
      this.layOutRows(next);
    } else if (next.scrollTop !== before.scrollTop) {
      this.navigation.keepInside();
    }
    if (next.dump !== before.dump) this.flowColours = flowColours(next.dump, this.flowPalette);
    this.changed();
  }

  private layOutRows(state: SessionState): void {
    this.model = buildRowModel(state.dump.ranks, state, this.navigation.fixedSpace);
    this.navigation.keepInside();
  }

  private frame(nowMs: number): void {
    this.frameRequest = 0;
    this.meter?.begin(nowMs, this.window.performance.now());
    if (this.surface.measure()) this.resized();
    this.move(nowMs);
    const state = this.session.store.getState();
    this.followScrollTarget(state);
    if (this.surface.width > 0 && this.surface.height > metrics.rulerHeight) this.draw(state);
    this.meter?.end(this.window.performance.now());
  }

  private resized(): void {
    const state = this.session.store.getState();
    // How many lanes can stay where they are depends on the height.
    if (state.pinned.length > 0) this.layOutRows(state);
    else this.navigation.keepInside();
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
    const around = this.rowsAround(1);
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
    if (this.selection.settle(model)) this.focusDrawing();
    this.needed.show(unreadRanks(model, visible));
    const { pointer } = this.input;
    const hit = this.pointing.hitAt(pointer);
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
      match: state.match,
      selectedRange: state.selectedRange,
      selectedLanes: state.selectedLanes,
      marks: state.marks,
      findingMarks: this.findings.marks(),
      hit,
      pointer: pointer === undefined ? undefined : { ...pointer, ns: navigation.nsAt(pointer.x) },
      gesture: this.input.gesture,
    });
    this.moveTitles(scrollTop, model.fixedHeight);
    this.scrollbar.update(scrollTop, pageHeight, model.totalHeight);
    this.showRows(visible.first);
    this.pointing.showNote(hit, pointer, this.translate);
    this.arrowsHint.show(counts, this.translate);
  }

  private moveTitles(scrollTop: number, fixedHeight: number): void {
    const { titles, scrollTrack } = this.elements;
    titles.style.transform = `translateY(${fixedHeight - scrollTop}px)`;
    // Titles of lanes that are not scrolled go down by as much as all go up.
    titles.style.setProperty('--timeline-scroll', `${fixedHeight > 0 ? scrollTop : 0}px`);
    scrollTrack.style.marginTop = `${metrics.rulerHeight + fixedHeight}px`;
  }

  private showRows(topRow: number): void {
    const { model } = this;
    const shown = this.rows.getState();
    const { first, end } = this.rowsAround(LEAST_AHEAD);
    // Not with each row: what changes rows has all of them looked at.
    const isCovered = shown.model === model && shown.span.first <= first && shown.span.end >= end;
    if (!isCovered) this.rows.setState({ model, span: this.rowsAround(AHEAD), topRow });
    else if (shown.topRow !== topRow) this.rows.setState({ topRow });
  }

  /** On screen, and so many screens before and behind. */
  private rowsAround(screens: number): RowWindow {
    const { scrollTop, pageHeight } = this.navigation;
    return rowWindow(this.model, scrollTop - screens * pageHeight, scrollTop + (1 + screens) * pageHeight);
  }

  /** Folds or unfolds a row. */
  toggle(row: TimelineRow): void {
    toggleRow(this.session, row);
  }

  /** Selects the first slice of a lane that is in the view, and hands the keys to the drawing: arrows go on from there. */
  selectFirst(row: TimelineRow): void {
    if (this.selection.selectFirst(row)) this.focusDrawing();
    else this.changed();
  }

  private focusDrawing(): void {
    this.elements.area.focus({ preventScroll: true });
  }

  private probe(): TimelineProbe {
    const { surface, navigation, data, model } = this;
    const isStill = this.frameRequest === 0 && !this.zoom.isPending;
    return probeOf({ area: this.elements.area, surface, navigation, data, model, isStill });
  }
}
