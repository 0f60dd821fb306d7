/** Says of every slice what task of a device it is, lane by lane, once the slices stand on theirs: see `names/taskKind.ts`. */

import type { CollectiveNames } from '../../names/collectiveNames';
import { groupKindOf } from '../../names/hues';
import {
  ascendTaskKind,
  gpuKernelKind,
  gpuTasksOf,
  isCollectiveLane,
  laneRoleOf,
  TASK_KINDS,
} from '../../names/taskKind';
import type { IndexSlices } from '../columns/indexSlices';
import { SliceFlag, TASK_KIND_SHIFT } from '../columns/segmentColumns';
import type { PackedStrings } from '../rankIndex';
import { packedText } from '../strings';

/** What is known of tasks before slices are looked at. Shared between threads. */
export interface TaskEvidence {
  /** Of each lane a `LaneTasks`. */
  readonly lanes: Uint8Array;
  /** Of each category a `CategoryTask`. */
  readonly categories: Uint8Array;
  /**
   * Kinds by name, as far as they have been asked for; of kernels of a GPU one for each evidence that there can be. All
   * threads write the same.
   */
  readonly kindOfName: Uint8Array;
}

/** What a lane's slices are, as far as the lane tells. */
enum LaneTasks {
  none,
  /** As the slice's name says. */
  byName,
  communication,
  /** As the slice's category says, and then its name. */
  byCategory,
  /** The same, and the lane's own name says that collectives run there. */
  byCategoryOnCollectives,
}

enum CategoryTask {
  none,
  kernel,
  transfer,
}

/** Not looked at yet. */
const UNKNOWN = 0xff;
const KINDS_OF_KERNEL = 4;
const [COMMUNICATION, MEMORY] = [TASK_KINDS.indexOf('communication'), TASK_KINDS.indexOf('memory')];

/** `lanes`: of each the name of its process, and its own. Where a trace has tasks of GPUs, their categories alone tell what a task is. */
export function taskEvidence(
  lanes: readonly { readonly process: string; readonly name: string }[],
  categories: readonly string[],
  nameCount: number,
): TaskEvidence {
  const gpuTasks = gpuTasksOf(categories);
  const isGpu = gpuTasks.some((task) => task !== undefined);
  const ofLanes = Uint8Array.from(lanes, isGpu ? gpuLaneTasks : ascendLaneTasks);
  const isAny = ofLanes.some((of) => of !== LaneTasks.none);
  const kindOfName = new Uint8Array(new SharedArrayBuffer(isAny ? nameCount * (isGpu ? KINDS_OF_KERNEL : 1) : 0));
  return {
    lanes: ofLanes,
    categories: Uint8Array.from(gpuTasks, (task) => CategoryTask[task ?? 'none']),
    kindOfName: kindOfName.fill(UNKNOWN),
  };
}

function gpuLaneTasks({ name }: { readonly name: string }): LaneTasks {
  return isCollectiveLane(name) ? LaneTasks.byCategoryOnCollectives : LaneTasks.byCategory;
}

function ascendLaneTasks({ process, name }: { readonly process: string; readonly name: string }): LaneTasks {
  const role = laneRoleOf(groupKindOf(process, true), name);
  if (role === 'collectives') return LaneTasks.communication;
  return role === 'stream' ? LaneTasks.byName : LaneTasks.none;
}

type TaskSlices = Pick<IndexSlices, 'name' | 'category' | 'flags'>;

/** Sets the kind in the flags of the slices on one lane after another. */
export class TaskMarker {
  constructor(
    readonly evidence: TaskEvidence,
    readonly slices: TaskSlices,
    readonly names: PackedStrings,
    readonly collectives: CollectiveNames,
  ) {}

  /** The slices [first, end) are those of `lane`. */
  markLane(lane: number, first: number, end: number): void {
    const { flags } = this.slices;
    switch (this.evidence.lanes[lane]) {
      case LaneTasks.byName:
        this.#markByName(first, end);
        break;
      case LaneTasks.communication:
        for (let slice = first; slice < end; slice++) flags[slice] |= COMMUNICATION << TASK_KIND_SHIFT;
        break;
      case LaneTasks.byCategory:
        // What a name alone does not tell, the others on its stream may.
        this.#markByCategory(first, end, this.#hasSureCollectives(first, end));
        break;
      case LaneTasks.byCategoryOnCollectives:
        this.#markByCategory(first, end, true);
        break;
    }
  }

  #markByName(first: number, end: number): void {
    const { name, flags } = this.slices;
    const { kindOfName } = this.evidence;
    // Apart from the loops, which V8 would compile with all that tells a kind by its name: a fifth of what it compiled.
    for (let at = nextUnknown(name, kindOfName, first, end); at < end; at = nextUnknown(name, kindOfName, at, end))
      kindOfName[name[at]] = this.#ascendKind(name[at]);
    markKinds(name, kindOfName, first, end, flags);
  }

  #ascendKind(name: number): number {
    return TASK_KINDS.indexOf(ascendTaskKind(packedText(this.names, name), this.collectives));
  }

  #hasSureCollectives(first: number, end: number): boolean {
    const { name, category, flags } = this.slices;
    const { categories } = this.evidence;
    for (let slice = first; slice < end; slice++) {
      if (categories[category[slice]] !== CategoryTask.kernel) continue;
      if (this.#gpuKind(name[slice], flags[slice], false) === COMMUNICATION) return true;
    }
    return false;
  }

  #markByCategory(first: number, end: number, onCollectives: boolean): void {
    const { name, category, flags } = this.slices;
    const { categories } = this.evidence;
    for (let slice = first; slice < end; slice++) {
      const task = categories[category[slice]];
      if (task === CategoryTask.none) continue;
      const kind = task === CategoryTask.transfer ? MEMORY : this.#gpuKind(name[slice], flags[slice], onCollectives);
      flags[slice] |= kind << TASK_KIND_SHIFT;
    }
  }

  #gpuKind(name: number, flags: number, isOnCollectiveStream: boolean): number {
    const { kindOfName } = this.evidence;
    const hasCollectiveArgs = (flags & SliceFlag.collectiveArgs) !== 0;
    const at = name * KINDS_OF_KERNEL + (hasCollectiveArgs ? 2 : 0) + (isOnCollectiveStream ? 1 : 0);
    if (kindOfName[at] === UNKNOWN) {
      const evidence = { hasCollectiveArgs, isOnCollectiveStream };
      const kind = gpuKernelKind(packedText(this.names, name), this.collectives, evidence);
      kindOfName[at] = TASK_KINDS.indexOf(kind);
    }
    return kindOfName[at];
  }
}

/** The first slice from `from` on whose name has not been asked for; `end` where there is none. Nothing but the loop: see arranging/arrange.ts. */
function nextUnknown(name: IndexSlices['name'], kindOfName: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && kindOfName[name[at]] !== UNKNOWN) at++;
  return at;
}

/** Nothing but the loop: see arranging/arrange.ts. */
function markKinds(
  name: IndexSlices['name'],
  kindOfName: Uint8Array,
  first: number,
  end: number,
  flags: Uint8Array,
): void {
  for (let slice = first; slice < end; slice++) flags[slice] |= kindOfName[name[slice]] << TASK_KIND_SHIFT;
}
