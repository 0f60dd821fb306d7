/** What a frame of the timeline shows: asks for its data, paints it, and moves what stands beside the drawing. */
import type { RankIndex } from '../../src-contract';
import type { Theme } from '../base/theme/theme';
import type { TimeScale } from '../base/timeScale';
import { movedNsOf } from '../session/alignment';
import type { SessionState } from '../session/sessionState';
import type { PointerSpot } from '../ui/lanes/gestures';
import type { ShownSearch, TimelineData } from './data/dataSource';
import type { ZoomWatch } from './data/zoomWatch';
import { flowColours } from './flowColours';
import type { ShownMarks } from './marks/shownMarks';
import type { TimelineInput } from './moving/input';
import type { Navigation } from './moving/navigation';
import type { Scrollbar } from './moving/scrollbar';
import { type ArrowCounts, Painter, type PaintInput } from './painter';
import type { Pointing } from './pointing';
import { NeededRanks, unreadRanks } from './rows/neededRanks';
import { emptyRowModel, type RowModel, type RowSpan, type RowWindow, rowWindow } from './rows/rows';
import type { Translate } from './rows/rowText';
import type { RulerFindings } from './rulerFindings';
import type { ViewPicture } from './saving/viewPicture';
import type { ShownTitles } from './shownTitles';
import type { SliceSelection } from './sliceSelection';
import type { Surface } from './surface';
import { TimelineHint } from './timelineHint';

export interface DrawingParts {
  readonly window: Window;
  /** Says how many arrows are left out. */
  readonly hint: HTMLElement;
  /** Holds the titles. */
  readonly side: HTMLElement;
  readonly surface: Surface;
  readonly navigation: Navigation;
  readonly titles: ShownTitles;
  readonly data: TimelineData;
  readonly input: Pick<TimelineInput, 'pointer' | 'gesture'>;
  readonly pointing: Pointing;
  readonly selection: SliceSelection;
  readonly scrollbar: Scrollbar;
  readonly zoom: ZoomWatch;
  readonly findings: RulerFindings;
  readonly userMarks: ShownMarks;
  readonly theme: Theme;
  /** Timelines of ranks that have stayed on screen. */
  readonly readNext: (ranks: readonly RankIndex[]) => void;
  /** A slice that was waited for is selected. */
  readonly onSettled: () => void;
}

/** What is shown, as the controller has it. */
export interface Shown {
  readonly state: SessionState;
  readonly model: RowModel;
  /** How instants are written. */
  readonly times: TimeScale;
  readonly search: ShownSearch | undefined;
  readonly translate: Translate;
}

export class TimelineDrawing {
  private readonly painter: Painter;
  private readonly needed: NeededRanks;
  private readonly hint: TimelineHint;
  /** The rows that were on screen in the last frame, of which model. */
  private seen: RowSpan & { readonly model: RowModel } = { first: 0, end: 0, model: emptyRowModel };
  private shownCounts: ArrowCounts | undefined;
  /** Where the pointer was in the last frame, if that looked for what is under it. */
  private lastPointer: PointerSpot | undefined;
  private flowPalette: readonly string[];
  private flows: { readonly dump?: SessionState['dump']; readonly colours: ReadonlyMap<string, string> } = {
    colours: new Map(),
  };
  private nearVerticalNs = 0;

  constructor(private readonly parts: DrawingParts) {
    this.painter = new Painter(parts.surface, parts.theme);
    this.flowPalette = parts.theme.timeline.flowColours;
    this.needed = new NeededRanks(parts.window, parts.readNext);
    this.hint = new TimelineHint(parts.hint, parts.window);
  }

  setTheme(theme: Theme): void {
    this.painter.setTheme(theme);
    this.flowPalette = theme.timeline.flowColours;
    this.flows = { colours: new Map() };
  }

  /** See `PaintInput.nearVerticalNs`. */
  setNearVertical(ns: number): void {
    this.nearVerticalNs = ns;
  }

  /** What is said of arrows is said anew. */
  translated(): void {
    this.shownCounts = undefined;
  }

  /** See `TimelineHint.say`. */
  say(sentence: string): void {
    this.hint.say(sentence);
  }

  /** See `TimelineHint.unsay`. */
  unsay(): void {
    this.hint.unsay();
  }

  dispose(): void {
    this.needed.dispose();
    this.hint.unsay();
  }

  /** @param isHeld a key moves it: the next frame follows. */
  draw(shown: Shown, isHeld: boolean): void {
    const { navigation, surface, data, titles, selection, input, pointing, userMarks, scrollbar } = this.parts;
    const { state, model, translate } = shown;
    const zoom = this.parts.zoom.motionOf(state.view);
    // What passes under the pointer is not looked for. A zoom that comes to rest has a frame of its own.
    const isMoving = isHeld || zoom !== 'rest';
    const { scrollTop, pageHeight } = navigation;
    const visible = rowWindow(model, scrollTop, scrollTop + pageHeight);
    const around = titles.rowsAround(model, 1);
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
        zoom,
      },
      [...state.shownFlows],
      shown.search,
    );
    if (selection.awaited !== undefined && selection.settle(model)) this.parts.onSettled();
    this.see(model, visible);
    const { pointer } = input;
    const hit = isMoving ? undefined : pointing.hitAt(pointer);
    const counts = this.painter.paint({
      ...this.painted(shown, visible, around),
      hit,
      pointer: pointer === undefined ? undefined : { ...pointer, ns: navigation.nsAt(pointer.x) },
      gesture: input.gesture,
    });
    userMarks.boxes = this.painter.markBoxes;
    titles.move(scrollTop, model.fixedHeight);
    scrollbar.update(scrollTop, pageHeight, model.totalHeight);
    titles.show(model, visible.first);
    if (!isMoving && (pointer ?? this.lastPointer)) pointing.showNote(hit, pointer, translate);
    if (isMoving && this.lastPointer) pointing.hide();
    this.lastPointer = isMoving ? undefined : pointer;
    if (counts !== this.shownCounts) this.hint.show(counts, translate);
    this.shownCounts = counts;
  }

  /** What is on screen, to be saved; undefined before there is anything. */
  picture(shown: Shown): ViewPicture | undefined {
    const { surface, navigation, titles, side } = this.parts;
    const { width, height, rulerHeight, deviceWidth, deviceHeight, pixelRatio } = surface;
    if (deviceWidth === 0 || deviceHeight === 0) return undefined;
    const { state, model, translate } = shown;
    const { scrollTop, pageHeight } = navigation;
    const visible = rowWindow(model, scrollTop, scrollTop + pageHeight);
    return {
      painted: this.painter.picture(this.painted(shown, visible, titles.rowsAround(model, 1))),
      titles: {
        model,
        visible,
        scrollTop,
        width: side.offsetWidth,
        height,
        rulerHeight,
        theme: this.painter.shownTheme,
        translate,
        movedNs: (rank) => movedNsOf(state.dump, rank),
        groupNames: state.groupNames,
        caption: state.dump.title,
      },
      width,
      height,
      deviceWidth,
      deviceHeight,
      pixelRatio,
    };
  }

  /** Other rows on screen, or in another state: other timelines may be wanted. */
  private see(model: RowModel, { first, end }: RowSpan): void {
    const { seen } = this;
    if (model === seen.model && first === seen.first && end === seen.end) return;
    this.seen = { model, first, end };
    this.needed.show(unreadRanks(model, this.seen));
  }

  /** What is painted, but for what follows the pointer. */
  private painted({ state, model, times }: Shown, visible: RowWindow, around: RowWindow): PaintInput {
    const { data, navigation, userMarks, findings } = this.parts;
    return {
      view: state.view,
      scrollTop: navigation.scrollTop,
      model,
      visible,
      around,
      data: data.window,
      found: data.found,
      flows: data.flows,
      flowColours: this.coloursOf(state.dump),
      nearVerticalNs: this.nearVerticalNs,
      selectedSlice: state.selectedSlice,
      selectedDetails: state.selectedDetails,
      chosen: state.chosenSlices,
      match: state.match,
      selectedRange: state.selectedRange,
      selectedLanes: state.selectedLanes,
      times,
      marks: state.marks,
      userMarks: userMarks.list,
      findingMarks: findings.marks,
      hit: undefined,
      pointer: undefined,
      gesture: { kind: 'idle' },
    };
  }

  private coloursOf(dump: SessionState['dump']): ReadonlyMap<string, string> {
    if (this.flows.dump !== dump) this.flows = { dump, colours: flowColours(dump, this.flowPalette) };
    return this.flows.colours;
  }
}
