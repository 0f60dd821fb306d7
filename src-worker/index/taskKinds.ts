/** Says of every slice what task of a device it is, before the slices go to their lanes: see `names/taskKind.ts`. */
import type { CollectiveNames } from '../names/collectiveNames';
import { groupKindOf } from '../names/hues';
import {
  ascendTaskKind,
  gpuKernelKind,
  gpuTaskOf,
  isCollectiveLane,
  type LaneRole,
  laneRoleOf,
  TASK_KINDS,
} from '../names/taskKind';
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
  /** Text of a name by its common id. */
  readonly nameText: (name: number) => string;
}

/** Not looked at yet. */
const UNKNOWN = 0xff;
const OTHER_FLAGS = (1 << TASK_KIND_SHIFT) - 1;
const [COMMUNICATION, MEMORY] = [TASK_KINDS.indexOf('communication'), TASK_KINDS.indexOf('memory')];

/** Sets the kind in the slices' flags. Where a trace has tasks of GPUs, their categories alone tell what a task is. */
export function markTaskKinds(all: readonly SlicesWithMaps[], places: TaskPlaces, names: CollectiveNames): void {
  const gpuTasks = places.categories.map(gpuTaskOf);
  if (gpuTasks.some((task) => task !== undefined)) new GpuTasks(places, gpuTasks, names).mark(all);
  else markAscend(all, places, names);
}

function markAscend(all: readonly SlicesWithMaps[], { lanes, nameText }: TaskPlaces, names: CollectiveNames): void {
  const roles = lanes.map(({ process, name }) => laneRoleOf(groupKindOf(process, true), name));
  const hasTasks = Uint8Array.from(roles, (role) => (role === 'stream' || role === 'collectives' ? 1 : 0));
  if (!hasTasks.includes(1)) return;
  const kindOfName = new Map<LaneRole, Uint8Array>();
  const kindOf = (role: LaneRole, name: number): number => {
    if (role === 'collectives') return COMMUNICATION;
    const known = grown(kindOfName, role, name);
    if (known[name] === UNKNOWN) known[name] = TASK_KINDS.indexOf(ascendTaskKind(nameText(name), names));
    return known[name];
  };
  for (const chunk of all) markLanes(chunk, hasTasks, (lane, name) => kindOf(roles[lane], name));
}

/** The hot loop of Ascend's timelines: most slices are the host's, and passed over. */
function markLanes(
  { columns, count, maps }: SlicesWithMaps,
  hasTasks: Uint8Array,
  kindOf: (lane: number, name: number) => number,
): void {
  for (let i = 0; i < count; i++) {
    const lane = maps.lane[columns.lane[i]];
    // Marked anew: a snapshot's slices may have been marked for the one before.
    if (hasTasks[lane] === 1) setKind(columns.flags, i, kindOf(lane, maps.name[columns.name[i]]));
  }
}

function setKind(flags: Uint8Array, i: number, kind: number): void {
  flags[i] = (flags[i] & OTHER_FLAGS) | (kind << TASK_KIND_SHIFT);
}

class GpuTasks {
  /** Of each category: 1 a kernel, 2 a transfer. */
  readonly #tasks: Uint8Array;
  readonly #isCollectiveLane: Uint8Array;
  readonly #kindOfName = new Map<string, Uint8Array>();

  constructor(
    readonly places: TaskPlaces,
    tasks: readonly ('kernel' | 'transfer' | undefined)[],
    readonly names: CollectiveNames,
  ) {
    this.#tasks = Uint8Array.from(tasks, (task) => (task === 'kernel' ? 1 : task === 'transfer' ? 2 : 0));
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
    const known = grown(this.#kindOfName, `${hasArgs} ${onCollective}`, name);
    if (known[name] === UNKNOWN) {
      const evidence = { hasCollectiveArgs: hasArgs, isOnCollectiveStream: onCollective === 1 };
      known[name] = TASK_KINDS.indexOf(gpuKernelKind(this.places.nameText(name), this.names, evidence));
    }
    return known[name];
  }
}

/** The table of a key, long enough for `id`. */
function grown<K>(tables: Map<K, Uint8Array>, key: K, id: number): Uint8Array {
  let table = tables.get(key);
  if (table && id < table.length) return table;
  const larger = new Uint8Array(Math.max(1024, 2 * (id + 1))).fill(UNKNOWN);
  if (table) larger.set(table);
  table = larger;
  tables.set(key, table);
  return table;
}
