import type {
  CopiedLane,
  DumpId,
  LaneCopyQuestion,
  LaneGroup,
  LaneId,
  PathQuestion,
  QuestionId,
} from '../../../src-contract';
import type { RankIndex } from '../../../src-worker/index/rankIndex';
import type { PathLane } from '../../../src-worker/model/dependencies/pathLane';
import type { LaneCopies } from '../../../src-worker/model/laneCopies';
import { FIRST_MADE_ID, type MadeLanes } from '../../../src-worker/model/madeLanes';
import { groupsOf } from './rankState';
import type { RankStates } from './rankStates';

/** Makes lanes that one asks for, and puts them where questions are answered. */
export interface LaneMaker {
  path(dump: DumpId, question: PathQuestion, firstId: number, id?: QuestionId): Promise<PathLane | undefined>;
  copies(dump: DumpId, question: LaneCopyQuestion, firstId: number, id?: QuestionId): Promise<LaneCopies | undefined>;
  /** False where the rank's index has been replaced meanwhile. */
  append(rank: number, generation: number, part: RankIndex): boolean;
}

/**
 * Critical paths and copies of lanes among the groups of a dump's ranks. What is taken away stays in memory, and is no lane any
 * more.
 */
export class MadeGroups {
  /** Ids are never another's. */
  #nextId = FIRST_MADE_ID;

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

  removeCopies(): void {
    this.#remove(({ copy }) => copy !== undefined);
  }

  /** For a group and its lanes; the first of them. */
  #takeIds(laneCount: number): number {
    const first = this.#nextId;
    this.#nextId += 1 + laneCount;
    return first;
  }

  #show(
    { rank, generation, offsetNs, part }: MadeLanes,
    what: Pick<LaneGroup, 'path' | 'copy'>,
    isReplaced?: (own: LaneGroup) => boolean,
  ): LaneGroup | undefined {
    if (!this.maker.append(rank, generation, part.index)) return undefined;
    const [group] = groupsOf(rank, { groups: [part.group], lanes: part.lanes }, offsetNs);
    const others = this.ranks.all[rank].groups.filter((own) => !isReplaced?.(own));
    const made = { ...group, ...what };
    this.ranks.update(rank, { groups: [made, ...others] });
    return made;
  }

  #remove(isMade: (group: LaneGroup) => boolean): void {
    for (const { index, groups } of this.ranks.all) {
      const others = groups.filter((group) => !isMade(group));
      if (others.length < groups.length) this.ranks.update(index, { groups: others });
    }
  }
}
