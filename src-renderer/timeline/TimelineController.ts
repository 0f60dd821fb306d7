/**
 * Runs one timeline: owns its canvases, listens to the session and to the user, and draws when something changed. React
 * only hands it elements, theme and language; nothing is rendered by React from frame to frame.
 */
import type { Theme } from '../base/theme/theme';
import type { TimeScale } from '../base/timeScale';
import { isArrangedOtherwise } from '../session/lanes/laneArrangement';
import { type SearchState, searchOf } from '../session/search/search';
import type { DumpSession } from '../session/session';
import type { SessionState } from '../session/sessionState';
import { type Times, timesOf } from '../session/times';
import type { Gpu } from '../ui/lanes/backends/gpu';
import { commandTarget } from './commandTarget';
import { TimelineControls } from './controls';
import { type ShownSearch, TimelineData } from './data/dataSource';
import { ZoomWatch } from './data/zoomWatch';
import { type Shown, TimelineDrawing } from './drawing';
import { FrameMeter, type TimelineProbe } from './frameMeter';
import type { CommandTarget } from './keys';
import type { RowTarget } from './lanes/rowActions';
import { toggleRow } from './lanes/toggleRow';
import type { MarkTarget } from './marks/markCommands';
import { ShownMarks } from './marks/shownMarks';
import { HeldMotion } from './moving/heldMotion';
import { TimelineInput } from './moving/input';
import { Navigation } from './moving/navigation';
import { Scrollbar } from './moving/scrollbar';
import { Pointing } from './pointing';
import { probeOf } from './probe';
import { buildRowModel } from './rows/buildRows';
import { metrics } from './rows/metrics';
import { eachRow, emptyRowModel, type RowModel, rowIndexAt, rowWindow, type TimelineRow } from './rows/rows';
import { rowName, type Translate } from './rows/rowText';
import { RulerFindings } from './rulerFindings';
import type { ViewPicture } from './saving/viewPicture';
import { ShownTitles } from './shownTitles';
import { SliceSelection } from './sliceSelection';
import { Surface } from './surface';

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
  /** Where marks are named, and that there are too many. */
  readonly marksPanel: Pick<MarkTarget, 'showPanel' | 'sayFull'>;
  /** See `CommandTarget.moveLane`. */
  readonly moveLane: CommandTarget['moveLane'];
  /** So many slices would have been selected one by one. */
  readonly sayTooMany: (count: number) => void;
  /** Shows the selected slice in its panel. */
  readonly openSlice: () => void;
  /** See `RowTarget.shell`. */
  readonly shell: RowTarget['shell'];
  /** `?backend=`: 'pixi' or 'raster'; else chosen by what the machine has. */
  readonly wantedBackend: string | undefined;
  readonly gpu: Gpu;
  /** `?measure`: frame times and a probe at `window.__tracelane`. */
  readonly isMeasured: boolean;
}

export class TimelineController {
  readonly navigation: Navigation;
  readonly titles: ShownTitles;
  /** What commands work on. */
  readonly target: CommandTarget;
  private readonly session: DumpSession;
  private readonly elements: TimelineElements;
  private readonly window: Window;
  private readonly surface: Surface;
  private readonly drawing: TimelineDrawing;
  private readonly data: TimelineData;
  private readonly input: TimelineInput;
  private readonly controls: TimelineControls;
  private readonly scrollbar: Scrollbar;
  private readonly pointing: Pointing;
  private readonly selection: SliceSelection;
  private readonly zoom: ZoomWatch;
  private readonly motion: HeldMotion;
  private readonly resizeObserver: ResizeObserver;
  private readonly unsubscribe: () => void;
  private readonly findings: RulerFindings;
  private readonly userMarks: ShownMarks;
  private readonly meter: FrameMeter | undefined;
  private readonly times: Times;
  private translate: Translate;
  private model: RowModel = emptyRowModel;
  /** How instants are written. */
  private scale: TimeScale;
  private search: ShownSearch | undefined;
  private frameRequest = 0;
  private isDisposed = false;

  constructor(options: TimelineOptions) {
    const { session, elements } = options;
    this.session = session;
    this.elements = elements;
    this.window = elements.area.ownerDocument.defaultView ?? window;
    this.translate = options.translate;
    const invalidate = (): void => this.changed();
    // One place shows what went wrong: the window's own handler of unexpected rejections.
    const onError = (error: unknown): void => void Promise.reject(error);
    this.surface = new Surface(elements.area, options.wantedBackend, options.gpu, invalidate);
    this.navigation = new Navigation(
      session,
      () => this.surface,
      () => this.model,
      onError,
    );
    this.titles = new ShownTitles(elements, this.navigation);
    this.data = new TimelineData(session.engine, session.dumpId, invalidate, onError);
    this.zoom = new ZoomWatch(this.window, invalidate);
    this.scrollbar = new Scrollbar(elements.scrollTrack, elements.side, (top) => this.navigation.scrollTo(top));
    this.findings = new RulerFindings(session, invalidate);
    this.userMarks = new ShownMarks(session, invalidate);
    const { surface, navigation, data, findings, userMarks } = this;
    this.selection = new SliceSelection(session, data, navigation, onError, options.sayTooMany);
    this.pointing = new Pointing({
      window: this.window,
      surface,
      navigation,
      data,
      findings,
      userMarks,
      times: () => this.scale,
      note: elements.tooltip,
      rows: () => this.model,
      isDragging: () => this.input.gesture.kind === 'dragging',
      onChange: invalidate,
    });
    this.motion = new HeldMotion(navigation, surface);
    const { pointing, selection } = this;
    const { area } = elements;
    const target = commandTarget({
      ...{ ...options.marksPanel, session, navigation, onError },
      moveLane: options.moveLane,
      openSlice: options.openSlice,
      shell: options.shell,
      nameOf: (row) => rowName(row, this.translate),
      withSelected: (act) => selection.withSelected(act),
      sayNoArrow: (way) => this.drawing.say(this.translate(`timeline.noArrow.${way}`)),
      selectFirstVisible: () => this.selectFirstVisible(),
      pointerX: () => this.input.pointer?.x,
    });
    this.target = target;
    const parts = { session, area, surface, navigation, data, findings, userMarks, pointing, selection, target };
    this.controls = new TimelineControls({ ...parts, onChange: invalidate });
    this.input = new TimelineInput(area, this.window, this.controls);
    this.drawing = new TimelineDrawing({
      ...{ window: this.window, hint: elements.hint, side: elements.side, theme: options.theme },
      ...{ surface, navigation, data, findings, userMarks, pointing, selection },
      ...{ titles: this.titles, input: this.input, scrollbar: this.scrollbar, zoom: this.zoom },
      readNext: (ranks) => {
        session.engine.readTimelines(session.dumpId, { kind: 'next', ranks }).catch(onError);
      },
      onSettled: () => this.focusDrawing(),
    });
    const state = session.store.getState();
    this.model = buildRowModel(state.dump.ranks, state, this.navigation.fixedSpace);
    this.times = timesOf(session);
    this.scale = this.times.scale();
    const stopTimes = this.times.store.subscribe(() => {
      this.scale = this.times.scale();
      this.changed();
    });
    // What only moves wakes nothing that the next frame does not need.
    const stopMoves = session.store.subscribe((next, before) => {
      if (next.scrollTop !== before.scrollTop) this.navigation.keepInside();
      this.changed();
    });
    const stopSession = session.calmStore.subscribe((next, before) => this.sessionChanged(next, before));
    const { store: search } = searchOf(session);
    this.search = shownSearch(search.getState());
    const stopSearch = search.subscribe((next, before) => {
      if (next.found === before.found && next.others === before.others) return;
      this.search = shownSearch(next);
      this.changed();
    });
    this.unsubscribe = () => {
      stopMoves();
      stopSession();
      stopSearch();
      stopTimes();
      this.findings.dispose();
      this.userMarks.dispose();
    };
    this.resizeObserver = new ResizeObserver(invalidate);
    this.resizeObserver.observe(elements.area);
    this.meter = options.isMeasured ? new FrameMeter(this.window.performance) : undefined;
    if (this.meter !== undefined) this.window.__tracelane = { frames: this.meter, session, probe: () => this.probe() };
    this.changed();
  }

  setTheme(theme: Theme): void {
    this.drawing.setTheme(theme);
    this.changed();
  }

  /** See `PaintInput.nearVerticalNs`. */
  setNearVertical(ns: number): void {
    this.drawing.setNearVertical(ns);
    this.changed();
  }

  setTranslate(translate: Translate): void {
    this.translate = translate;
    this.drawing.translated();
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
    this.drawing.dispose();
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
      isArrangedOtherwise(next, before) ||
      next.pinned !== before.pinned ||
      (next.groupNames !== before.groupNames && next.laneFilter.text !== '')
    ) {
      this.layOutRows(next);
    }
    if (next.dump !== before.dump) this.scale = this.times.scale();
    if (next.selectedSlice !== before.selectedSlice) this.drawing.unsay();
  }

  private layOutRows(state: SessionState): void {
    this.model = buildRowModel(state.dump.ranks, state, this.navigation.fixedSpace);
    this.navigation.keepInside();
  }

  private frame(nowMs: number): void {
    this.frameRequest = 0;
    this.meter?.begin(nowMs, this.window.performance.now());
    if (this.surface.measure()) this.resized();
    const isMoving = this.motion.move(nowMs, this.input);
    // While the wheel turns the next frame is asked for before its next event: it may come too late for the screen's clock.
    if (isMoving || this.zoom.isPending) this.changed();
    const state = this.session.store.getState();
    this.followScrollTarget(state);
    if (this.surface.width > 0 && this.surface.height > metrics.rulerHeight)
      this.drawing.draw(this.shown(state), isMoving);
    this.meter?.end(this.window.performance.now());
  }

  private resized(): void {
    const state = this.session.store.getState();
    // How many lanes can stay where they are depends on the height.
    if (state.pinned.length > 0) this.layOutRows(state);
    else this.navigation.keepInside();
  }

  private followScrollTarget({ scrollTarget }: SessionState): void {
    if (scrollTarget === undefined || this.surface.height === 0) return;
    this.navigation.revealLane(scrollTarget.lane, scrollTarget.row);
    // A lane that is not there (yet) is not waited for.
    this.session.actions.clearScrollTarget();
  }

  private shown(state: SessionState): Shown {
    return { state, model: this.model, times: this.scale, search: this.search, translate: this.translate };
  }

  /** See `TimelineDrawing.picture`. */
  picture(): ViewPicture | undefined {
    return this.drawing.picture(this.shown(this.session.store.getState()));
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

  /** Children of a parent in another order: see `SessionActions.orderLanes`. */
  order(parent: string, children: readonly number[]): void {
    this.session.actions.orderLanes(parent, children);
  }

  /** What a menu at this place of the page is about; a slice there is selected. Undefined beside all rows. */
  menuTarget(clientX: number, clientY: number): { row: TimelineRow | undefined; isSlice: boolean } | undefined {
    const spot = this.controls.spotAt(clientX, clientY);
    const { navigation, pointing } = this;
    if (spot.y < metrics.rulerHeight) return undefined;
    const index = rowIndexAt(this.model, navigation.rowListY(spot.y - metrics.rulerHeight));
    if (index === undefined) return undefined;
    const hit = pointing.hitAt(spot);
    const isSlice = hit?.kind === 'quad';
    if (isSlice) this.selection.select(hit, spot.ns, (near) => pointing.hitAt(spot, near));
    return { row: this.model.rows[index], isSlice };
  }

  /** See `Pointing.cover`. */
  coverNote(isCovered: boolean): void {
    this.pointing.cover(isCovered);
    this.changed();
  }

  private selectFirstVisible(): boolean {
    if (this.session.store.getState().selectedSlice !== undefined) return false;
    const { model, navigation, selection } = this;
    const { scrollTop, pageHeight } = navigation;
    let isSelected = false;
    eachRow(model, rowWindow(model, scrollTop, scrollTop + pageHeight), (row) => {
      isSelected ||= selection.selectFirstThere(row);
    });
    return isSelected;
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

function shownSearch({ found, others }: SearchState): ShownSearch | undefined {
  return found && { ...found, others };
}
