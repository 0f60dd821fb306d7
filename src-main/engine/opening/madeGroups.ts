import type {
  CopiedLane,
  DumpId,
  LaneCopyQuestion,
  LaneGroup,
  LaneId,
  LaneMergeQuestion,
  OwnLane,
  OwnLaneNote,
  PathQuestion,
  QuestionId,
  RankIndex as RankNumber,
} from '../../../src-contract';
import { MOST_FILE_LANES } from '../../../src-contract/ownLanes';
import type { RankIndex } from '../../../src-worker/index/rankIndex';
import type { PathLane } from '../../../src-worker/model/dependencies/pathLane';
import type { LaneCopies } from '../../../src-worker/model/laneCopies';
import { FIRST_MADE_ID, type MadeLanes, MOST_WORK_LANES } from '../../../src-worker/model/madeLanes';
import type { OwnLanesMade, WantedOwnLanes } from '../../../src-worker/views/search/ownLanes';
import { groupsOf } from './rankState';
import type { RankStates } from './rankStates';

/** Makes lanes that one asks for, and puts them where questions are answered. */
export interface LaneMaker {
  path(dump: DumpId, question: PathQuestion, firstId: number, id?: QuestionId): Promise<PathLane | undefined>;
  copies(dump: DumpId, question: LaneCopyQuestion, firstId: number, id?: QuestionId): Promise<LaneCopies | undefined>;
  own(dump: DumpId, wanted: WantedOwnLanes, firstId: number, id?: QuestionId): Promise<OwnLanesMade>;
  merged(dump: DumpId, question: LaneMergeQuestion, firstId: number, id?: QuestionId): Promise<MadeLanes | undefined>;
  /** False where the rank's index has been replaced meanwhile. */
  append(rank: number, generation: number, part: RankIndex): boolean;
}

/** Makes them, in the place of those that were shown before; answers what is to be said of them. */
export type ShowOwnLanes = (lanes: readonly OwnLane[], id?: QuestionId) => Promise<readonly OwnLaneNote[]>;

const NO_OWN_LANES: OwnLanesMade = { made: undefined, of: [], notes: [] };

const isOwn = (group: LaneGroup) => group.isOwn === true;

/**
 * Critical paths, copies of lanes and lanes that stand for others, among the groups of a dump's ranks. What is taken away stays in memory, and is no lane any
 * more.
 */
export class MadeGroups {
  /** Ids are never another's. */
  #nextId = FIRST_MADE_ID;
  /** Of each rank the generation and the user's lanes that it shows, and what is to be said of them. */
  readonly #ownShown = new Map<number, { readonly key: string; readonly notes: readonly OwnLaneNote[] }>();
  #changing: Promise<unknown> = Promise.resolve();

  constructor(
    readonly dump: DumpId,
    readonly ranks: RankStates,
    readonly maker: LaneMaker,
  ) {}

  /** See `Engine.showPath`. In the place of the one of the same step. */
  async showPath(question: PathQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    const made = await this.maker.path(this.dump, question, this.#takeIds(1), id);
    if (!made) return undefined;
    const { step } = made;
    const group = this.#show(
      made,
      { path: step === undefined ? {} : { step } },
      (own) => own.path !== undefined && own.path.step === step,
    );
    return group?.lanes[0].id;
  }

  removePaths(): void {
    this.#remove(({ path }) => path !== undefined);
  }

  /** See `Engine.copyLanes`. */
  async copyLanes(question: LaneCopyQuestion, id?: QuestionId): Promise<readonly CopiedLane[] | undefined> {
    const made = await this.maker.copies(this.dump, question, this.#takeIds(question.lanes.length), id);
    if (!made) return undefined;
    const { of } = made;
    const { step, byNs } = question;
    this.removeCopies();
    const group = this.#show(made, { copy: { step, byNs, of } });
    return group?.lanes.map((lane, i) => ({ lane: lane.id, of: of[i] }));
  }

  /** See `Engine.mergeLanes`. */
  async mergeLanes(question: LaneMergeQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    const made = await this.maker.merged(this.dump, question, this.#takeIds(MOST_WORK_LANES), id);
    if (!made) return undefined;
    const { lanes, into, byNs } = question;
    const own = this.ranks.all[made.rank].groups.find((group) => group.lanes.some((lane) => lanes.includes(lane.id)));
    // What they stand for is what they are of.
    const kind = own && { kind: own.kind, labels: own.labels };
    return this.#show(made, { merge: { into, byNs, of: lanes }, ...kind })?.id;
  }

  removeCopies(): void {
    this.#remove(({ copy }) => copy !== undefined);
  }

  /**
   * See `Engine.showOwnLanes`. Changes go one after the other, with all that their work waits for: what is asked last is what is shown, and kept.
   */
  changeOwnLanes<T>(work: (show: ShowOwnLanes) => Promise<T>): Promise<T> {
    const changed = this.#changing.then(() => work((lanes, id) => this.#showOwn(lanes, id)));
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  async #showOwn(lanes: readonly OwnLane[], id?: QuestionId): Promise<readonly OwnLaneNote[]> {
    if (lanes.length === 0) this.#remove(isOwn);
    const idCount = lanes.reduce((sum, { kind }) => sum + (kind === 'file' ? MOST_FILE_LANES : 1), 0);
    for (const { index, status, generation } of this.ranks.all) {
      const takesRest = lanes.filter((lane) => this.#takesRest(lane, index)).map((lane) => lane.id);
      const key = `${generation} ${JSON.stringify([lanes, takesRest])}`;
      if (status !== 'ready' || this.#ownShown.get(index)?.key === key) continue;
      const wanted = { rank: index, lanes, takesRest };
      const own = lanes.length > 0 ? await this.maker.own(this.dump, wanted, this.#takeIds(idCount), id) : NO_OWN_LANES;
      this.#ownShown.set(index, { key, notes: own.notes });
      if (own.made) this.#show(own.made, { isOwn: true, ownLanes: own.of }, isOwn);
      else this.#remove(isOwn, index);
    }
    return [...this.#ownShown.values()].flatMap(({ notes }) => notes);
  }

  /** Whether rows of the file that name no rank are shown of this one. */
  #takesRest(lane: OwnLane, rank: RankNumber): boolean {
    if (lane.kind !== 'file') return false;
    const { all } = this.ranks;
    const chosen = all.find(({ place }) => place === lane.reading.place);
    return (chosen ?? all.find(({ status }) => status !== 'no-timeline'))?.index === rank;
  }

  /** For a group and its lanes; the first of them. */
  #takeIds(laneCount: number): number {
    const first = this.#nextId;
    this.#nextId += 1 + laneCount;
    return first;
  }

  #show(
    { rank, generation, offsetNs, part }: MadeLanes,
    what: Pick<LaneGroup, 'path' | 'copy' | 'isOwn' | 'ownLanes' | 'merge'> &
      Partial<Pick<LaneGroup, 'kind' | 'labels'>>,
    isReplaced?: (own: LaneGroup) => boolean,
  ): LaneGroup | undefined {
    if (!this.maker.append(rank, generation, part.index)) return undefined;
    const [group] = groupsOf(rank, { groups: [part.group], lanes: part.lanes }, offsetNs);
    const others = this.ranks.all[rank].groups.filter((own) => !isReplaced?.(own));
    const made = { ...group, ...what };
    this.ranks.update(rank, { groups: [made, ...others] });
    return made;
  }

  #remove(isMade: (group: LaneGroup) => boolean, rank?: RankNumber): void {
    for (const { index, groups } of this.ranks.all) {
      if (rank !== undefined && index !== rank) continue;
      const others = groups.filter((group) => !isMade(group));
      if (others.length < groups.length) this.ranks.update(index, { groups: others });
    }
  }
}
