import type { DumpId, LaneId, PathQuestion, QuestionId } from '../../../src-contract';
import type { RankIndex } from '../../../src-worker/index/rankIndex';
import type { PathLane } from '../../../src-worker/model/dependencies/pathLane';
import { groupsOf } from './rankState';
import type { RankStates } from './rankStates';

/** Makes lanes of critical paths, and puts them where questions are answered. */
export interface PathMaker {
  make(dump: DumpId, question: PathQuestion, number: number, id?: QuestionId): Promise<PathLane | undefined>;
  /** False where the rank's index has been replaced meanwhile. */
  append(rank: number, generation: number, part: RankIndex): boolean;
}

/** Critical paths among the lanes of a dump's ranks. What is taken away stays in memory, and is no lane any more. */
export class ShownPaths {
  /** Of all that have been made: ids of their lanes are never another's. */
  #count = 0;

  constructor(
    readonly dump: DumpId,
    readonly ranks: RankStates,
    readonly maker: PathMaker,
  ) {}

  /** See `Engine.showPath`. In the place of the one of the same step. */
  async show(question: PathQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    const made = await this.maker.make(this.dump, question, this.#count++, id);
    if (!made) return undefined;
    const { rank, generation, step, offsetNs, part } = made;
    if (!this.maker.append(rank, generation, part.index)) return undefined;
    const path = step === undefined ? {} : { step };
    const [group] = groupsOf(rank, { groups: [part.group], lanes: part.lanes }, offsetNs);
    const others = this.ranks.all[rank].groups.filter((own) => own.path === undefined || own.path.step !== step);
    this.ranks.update(rank, { groups: [{ ...group, path }, ...others] });
    return group.lanes[0].id;
  }

  remove(): void {
    for (const { index, groups } of this.ranks.all) {
      const others = groups.filter(({ path }) => !path);
      if (others.length < groups.length) this.ranks.update(index, { groups: others });
    }
  }
}
