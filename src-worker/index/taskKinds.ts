/** Says of every slice what task of a device it is, before the slices go to their lanes: see `names/taskKind.ts`. */
import type { CollectiveNames } from '../names/collectiveNames';
import { groupKindOf } from '../names/hues';
import { ascendTaskKind, gpuKernelKind, gpuTasksOf, isCollectiveLane, laneRoleOf, TASK_KINDS } from '../names/taskKind';
import type { Chunk } from './chunks';
import type { IdMaps } from './mergeTables';
import { type SLICE_COLUMNS, SliceFlag, TASK_KIND_SHIFT } from './segmentEvents';

export interface SlicesWithMaps extends Chunk<typeof SLICE_COLUMNS> {
  readonly maps: IdMaps;
}

export interface TaskPlaces {
  /** Of each lane: name of its process, and its own. */
  readonly lanes: readonly { readonly process: string; readonly name: string }[];
  readonly categories: readonly string[];
  readonly nameCount: number;
  /** Text of a name by its common id. */
  readonly nameText: (name: number) => string;
}

/** Not looked at yet. */
const UNKNOWN = 0xff;
const OTHER_FLAGS = (1 << TASK_KIND_SHIFT) - 1;
const [COMMUNICATION, MEMORY] = [TASK_KINDS.indexOf('communication'), TASK_KINDS.indexOf('memory')];

/** Sets the kind in the slices' flags. Where a trace has tasks of GPUs, their categories alone tell what a task is. */
export function markTaskKinds(all: readonly SlicesWithMaps[], places: TaskPlaces, names: CollectiveNames): void {
  const gpuTasks = gpuTasksOf(places.categories);
  if (gpuTasks.some((task) => task !== undefined)) new GpuTasks(places, gpuTasks, names).mark(all);
  else markAscend(all, places, names);
}

/** What a lane's slices are, as far as the lane tells. */
enum LaneTasks {
  none,
  /** As the slice's name says. */
  byName,
  communication,
}

function markAscend(all: readonly SlicesWithMaps[], places: TaskPlaces, names: CollectiveNames): void {
  const { lanes, nameCount, nameText } = places;
  const tasks = Uint8Array.from(lanes, ({ process, name }) => {
    const role = laneRoleOf(groupKindOf(process, true), name);
    if (role === 'collectives') return LaneTasks.communication;
    return role === 'stream' ? LaneTasks.byName : LaneTasks.none;
  });
  if (tasks.every((of) => of === LaneTasks.none)) return;
  const kindOfName = new Uint8Array(nameCount).fill(UNKNOWN);
  const nameKind = (name: number) => TASK_KINDS.indexOf(ascendTaskKind(nameText(name), names));
  for (const chunk of all) markLanes(chunk, tasks, kindOfName, nameKind);
}

/** The hot loop of Ascend's timelines: most slices are the host's, and passed over. */
function markLanes(
  { columns, count, maps }: SlicesWithMaps,
  tasks: Uint8Array,
  kindOfName: Uint8Array,
  nameKind: (name: number) => number,
): void {
  for (let i = 0; i < count; i++) {
    const of = tasks[maps.lane[columns.lane[i]]];
    // Marked anew: a snapshot's slices may have been marked for the one before.
    if (of === LaneTasks.none) continue;
    const name = maps.name[columns.name[i]];
    if (of === LaneTasks.byName && kindOfName[name] === UNKNOWN) kindOfName[name] = nameKind(name);
    setKind(columns.flags, i, of === LaneTasks.communication ? COMMUNICATION : kindOfName[name]);
  }
}

function setKind(flags: Uint8Array, i: number, kind: number): void {
  flags[i] = (flags[i] & OTHER_FLAGS) | (kind << TASK_KIND_SHIFT);
}

class GpuTasks {
  /** Of each category: 1 a kernel, 2 a transfer. */
  readonly #tasks: Uint8Array;
  readonly #isCollectiveLane: Uint8Array;
  /** Kinds by name, one table for each evidence that there can be: see `#kind`. */
  readonly #kindOfName: readonly Uint8Array[];

  constructor(
    readonly places: TaskPlaces,
    tasks: readonly ('kernel' | 'transfer' | undefined)[],
    readonly names: CollectiveNames,
  ) {
    this.#tasks = Uint8Array.from(tasks, (task) => (task === 'kernel' ? 1 : task === 'transfer' ? 2 : 0));
    this.#kindOfName = Array.from({ length: 4 }, () => new Uint8Array(places.nameCount).fill(UNKNOWN));
    this.#isCollectiveLane = Uint8Array.from(places.lanes, ({ name }) => (isCollectiveLane(name) ? 1 : 0));
  }

  /** Twice over the kernels: what a name alone does not tell, the others on its stream may. */
  mark(all: readonly SlicesWithMaps[]): void {
    for (const chunk of all) this.#findCollectiveLanes(chunk);
    for (const chunk of all) this.#markChunk(chunk);
  }

  #findCollectiveLanes({ columns, count, maps }: SlicesWithMaps): void {
    for (let i = 0; i < count; i++) {
      if (this.#tasks[maps.category[columns.category[i]]] !== 1) continue;
      const lane = maps.lane[columns.lane[i]];
      if (this.#isCollectiveLane[lane] === 1) continue;
      if (this.#kind(maps.name[columns.name[i]], columns.flags[i], 0) === COMMUNICATION)
        this.#isCollectiveLane[lane] = 1;
    }
  }

  #markChunk({ columns, count, maps }: SlicesWithMaps): void {
    for (let i = 0; i < count; i++) {
      const task = this.#tasks[maps.category[columns.category[i]]];
      if (task === 0) continue;
      const onCollective = this.#isCollectiveLane[maps.lane[columns.lane[i]]];
      const kind = task === 2 ? MEMORY : this.#kind(maps.name[columns.name[i]], columns.flags[i], onCollective);
      setKind(columns.flags, i, kind);
    }
  }

  #kind(name: number, flags: number, onCollective: number): number {
    const hasArgs = (flags & SliceFlag.collectiveArgs) !== 0;
    const known = this.#kindOfName[(hasArgs ? 2 : 0) + onCollective];
    if (known[name] === UNKNOWN) {
      const evidence = { hasCollectiveArgs: hasArgs, isOnCollectiveStream: onCollective === 1 };
      known[name] = TASK_KINDS.indexOf(gpuKernelKind(this.places.nameText(name), this.names, evidence));
    }
    return known[name];
  }
}
