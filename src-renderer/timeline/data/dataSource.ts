/** Keeps the data for the view at hand: asks the Engine, keeps the old answer until the new one is there. */
import type {
  DumpId,
  Engine,
  FlowArrows,
  FlowQuery,
  LaneId,
  RankState,
  SliceDetails,
  SliceRef,
} from '../../../src-contract';
import { LatestAnswer } from '../../base/latestAnswer';
import type { OtherSlices } from '../../session/remembered';
import type { FoundSearch } from '../../session/search/search';
import { DataWindow } from './dataWindow';
import { FoundPicture } from './foundPicture';
import { isSameSpot, type NearSpot, nearQuery } from './near';
import { isSameBasis, type PlanInput, planWindow, type WindowRequest } from './windowPlan';

export interface ShownFlows {
  readonly query: FlowQuery;
  readonly arrows: FlowArrows;
}

/** Arrows asked for at once; more are not told apart. */
export const mostArrows = 2000;
const mostRememberedNames = 500;

/** What is found, and what becomes of all else. */
export interface ShownSearch extends FoundSearch {
  readonly others: OtherSlices;
}

export class TimelineData {
  flows: ShownFlows | undefined;

  private all: DataWindow | undefined;
  /** What is found with the counters, which the picture has not. */
  private alone: { readonly found: DataWindow; readonly all: DataWindow; readonly window: DataWindow } | undefined;
  private asked: WindowRequest | undefined;
  private search: ShownSearch | undefined;
  private readonly picture: FoundPicture;
  private hasPicture = false;
  private askedFlows: AskedFlows | undefined;
  private awaited = 0;
  private clock = 0;
  private readonly names = new Map<string, SliceDetails>();
  private readonly windowLoader: LatestAnswer<WindowRequest, DataWindow>;
  private readonly flowLoader: LatestAnswer<FlowQuery, FlowArrows>;
  private readonly nameLoader: LatestAnswer<SliceRef, SliceDetails | undefined>;
  private readonly nearLoader: LatestAnswer<NearSpot, DataWindow>;
  private nearest: { readonly spot: NearSpot; readonly window: DataWindow } | undefined;
  private askedNear: NearSpot | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly dump: DumpId,
    onChange: () => void,
    onError: (error: unknown) => void,
  ) {
    this.windowLoader = new LatestAnswer({
      ask: async ({ basis: _basis, isBrief: _isBrief, ...query }: WindowRequest) => {
        const full = { ...query, dump };
        return new DataWindow(full, await this.awaiting(engine.viewport(full)));
      },
      onAnswer: (window) => {
        this.all = window;
        onChange();
      },
      onError: (error) => {
        // The next frame that needs it asks again.
        this.asked = undefined;
        onError(error);
      },
    });
    this.picture = new FoundPicture({
      ask: ({ search }, window) => this.awaiting(engine.ask(dump, 'search.picture', { search, window })),
      dump,
      onChange,
      onError,
    });
    this.flowLoader = new LatestAnswer({
      ask: (query: FlowQuery) => this.awaiting(engine.flows(query)),
      onAnswer: (arrows, query) => {
        this.flows = { query, arrows };
        onChange();
      },
      onError: (error) => {
        this.askedFlows = undefined;
        onError(error);
      },
    });
    this.nearLoader = new LatestAnswer({
      ask: (spot: NearSpot) => this.askNear(spot),
      onAnswer: (window, spot) => {
        this.nearest = { spot, window };
        onChange();
      },
      onError: (error) => {
        this.askedNear = undefined;
        onError(error);
      },
    });
    this.nameLoader = new LatestAnswer({
      ask: (ref: SliceRef) => engine.slice(dump, ref),
      onAnswer: (details, ref) => {
        if (details === undefined) return;
        if (this.names.size >= mostRememberedNames) this.names.clear();
        this.names.set(refKey(ref), details);
        onChange();
      },
      onError,
    });
  }

  /** What there is to see: all slices, or, where others are hidden, those that are found. */
  get window(): DataWindow | undefined {
    const found = this.search?.others === 'hidden' ? this.picture.window : undefined;
    if (found === undefined || this.all === undefined) return this.all;
    if (this.alone?.found !== found || this.alone.all !== this.all) {
      const window = new DataWindow(found.query, { ...found.result, counters: this.all.result.counters });
      this.alone = { found, all: this.all, window };
    }
    return this.alone.window;
  }

  /** What is found, where all else is greyed. */
  get found(): DataWindow | undefined {
    return this.search?.others === 'greyed' ? this.picture.window : undefined;
  }

  /** What is at a spot, seen from close by; undefined until the Engine has told (then `onChange` is called). */
  near(spot: NearSpot, mayAsk: boolean): DataWindow | undefined {
    if (this.nearest !== undefined && isSameSpot(this.nearest.spot, spot)) return this.nearest.window;
    if (mayAsk && (this.askedNear === undefined || !isSameSpot(this.askedNear, spot))) {
      this.askedNear = spot;
      this.nearLoader.request(spot);
    }
    return undefined;
  }

  async askNear(spot: NearSpot): Promise<DataWindow> {
    const near = this.near(spot, false);
    if (near !== undefined) return near;
    const window = nearQuery(spot);
    const { search } = this;
    const answer =
      search?.others === 'hidden' && this.picture.window !== undefined
        ? this.engine.ask(this.dump, 'search.picture', { search: search.search, window })
        : this.engine.viewport({ ...window, dump: this.dump });
    return new DataWindow({ ...window, dump: this.dump }, await answer);
  }

  /** Asks for what the view lacks. Call it once a frame; it asks nothing twice. */
  need(input: PlanInput, flowCategories: readonly string[], search?: ShownSearch): void {
    if (search?.others !== this.search?.others || search?.version !== this.search?.version) this.forgetNear();
    this.search = search?.others === 'shown' ? undefined : search;
    if (input.clock !== this.clock) this.forgetTimes(input.clock);
    const request = planWindow(input, this.asked);
    if (request !== undefined) {
      this.asked = request;
      this.windowLoader.request(request);
    }
    if (this.search === undefined) this.forgetPicture();
    else if (this.asked !== undefined) this.needPicture(this.search, this.asked);
    if (flowCategories.length === 0) this.forgetFlows();
    else if (this.asked !== undefined) this.needFlows(input.ranks, flowCategories, this.asked);
  }

  /** A slice whose name is not among the window's; undefined until the Engine has told (then `onChange` is called). */
  detailsOf(ref: SliceRef, mayAsk: boolean): SliceDetails | undefined {
    const known = this.names.get(refKey(ref));
    if (known === undefined && mayAsk) this.nameLoader.request(ref);
    return known;
  }

  /** Nothing that is drawn is awaited. */
  get isIdle(): boolean {
    return this.awaited === 0;
  }

  dispose(): void {
    this.windowLoader.dispose();
    this.picture.dispose();
    this.flowLoader.dispose();
    this.nameLoader.dispose();
    this.nearLoader.dispose();
  }

  /** By another clock, what is known of slices has other times. */
  private forgetTimes(clock: number): void {
    this.clock = clock;
    this.names.clear();
    this.forgetNear();
  }

  private forgetNear(): void {
    this.nearest = undefined;
    this.askedNear = undefined;
  }

  private needPicture(search: ShownSearch, window: WindowRequest): void {
    this.hasPicture = true;
    this.picture.need(search, window);
  }

  /** Nothing is searched for, or what is found looks like all else. */
  private forgetPicture(): void {
    if (this.hasPicture) this.picture.forget();
    this.hasPicture = false;
  }

  private forgetFlows(): void {
    if (this.askedFlows !== undefined) this.flowLoader.cancelPending();
    this.askedFlows = undefined;
    this.flows = undefined;
  }

  private needFlows(ranks: readonly RankState[], categories: readonly string[], window: WindowRequest): void {
    const asked = { window, categories };
    if (this.askedFlows !== undefined && areSameFlows(this.askedFlows, asked)) return;
    this.askedFlows = asked;
    const { startNs, endNs, nsPerPixel } = window;
    this.flowLoader.request({
      dump: this.dump,
      startNs,
      endNs,
      nsPerPixel,
      categories,
      // All of them: an arrow to a lane that is not on screen points to the edge.
      lanes: sliceLanes(ranks),
      maxArrows: mostArrows,
    });
  }

  private async awaiting<T>(answer: Promise<T>): Promise<T> {
    this.awaited++;
    try {
      return await answer;
    } finally {
      this.awaited--;
    }
  }
}

/** What arrows were asked for. */
interface AskedFlows {
  readonly window: WindowRequest;
  readonly categories: readonly string[];
}

/** Of the same stretch of time, whichever its lanes. */
function areSameFlows(a: AskedFlows, b: AskedFlows): boolean {
  const isSameStretch =
    a.window === b.window ||
    (a.window.startNs === b.window.startNs &&
      a.window.endNs === b.window.endNs &&
      a.window.nsPerPixel === b.window.nsPerPixel &&
      isSameBasis(a.window.basis, b.window.basis));
  return (
    isSameStretch &&
    a.categories.length === b.categories.length &&
    a.categories.every((category, at) => category === b.categories[at])
  );
}

function refKey(ref: SliceRef): string {
  return `${ref.rank} ${ref.generation} ${ref.slice}`;
}

function sliceLanes(ranks: readonly RankState[]): readonly LaneId[] {
  const lanes: LaneId[] = [];
  for (const rank of ranks) {
    for (const group of rank.groups) {
      for (const lane of group.lanes) if (lane.kind === 'slices') lanes.push(lane.id);
    }
  }
  return lanes;
}
