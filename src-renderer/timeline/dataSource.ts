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
} from '../../src-contract';
import { LatestAnswer } from '../base/latestAnswer';
import { DataWindow } from './dataWindow';
import { isSameSpot, type NearSpot, nearQuery } from './near';
import { isSameBasis, type PlanInput, planWindow, type WindowRequest } from './windowPlan';

export interface ShownFlows {
  readonly query: FlowQuery;
  readonly arrows: FlowArrows;
}

/** Arrows asked for at once; more are not told apart. */
export const mostArrows = 2000;
const mostRememberedNames = 500;

export class TimelineData {
  window: DataWindow | undefined;
  flows: ShownFlows | undefined;

  private asked: WindowRequest | undefined;
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
        this.window = window;
        onChange();
      },
      onError: (error) => {
        // The next frame that needs it asks again.
        this.asked = undefined;
        onError(error);
      },
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
    const query = { ...nearQuery(spot), dump: this.dump };
    return this.near(spot, false) ?? new DataWindow(query, await this.engine.viewport(query));
  }

  /** Asks for what the view lacks. Call it once a frame; it asks nothing twice. */
  need(input: PlanInput, flowCategories: readonly string[]): void {
    if (input.clock !== this.clock) this.forgetTimes(input.clock);
    const request = planWindow(input, this.asked);
    if (request !== undefined) {
      this.asked = request;
      this.windowLoader.request(request);
    }
    this.needFlows(input.ranks, flowCategories);
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
    this.flowLoader.dispose();
    this.nameLoader.dispose();
    this.nearLoader.dispose();
  }

  /** By another clock, what is known of slices has other times. */
  private forgetTimes(clock: number): void {
    this.clock = clock;
    this.names.clear();
    this.nearest = undefined;
    this.askedNear = undefined;
  }

  private needFlows(ranks: readonly RankState[], categories: readonly string[]): void {
    const window = this.asked;
    if (categories.length === 0) {
      this.flows = undefined;
      this.askedFlows = undefined;
      this.flowLoader.cancelPending();
      return;
    }
    if (window === undefined) return;
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
