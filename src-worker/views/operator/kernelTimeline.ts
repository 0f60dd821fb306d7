/** Kernels where no table tells them: the slices of the device's lanes. */
import type { KernelKind } from '../../../src-contract';
import { SliceFlag, TASK_KIND_SHIFT } from '../../index/segmentEvents';
import { TASK_KINDS } from '../../names/taskKind';
import type { RankIndex } from '../../index/rankIndex';
import type { RankView } from '../../query/rankView';
import { upperBound } from '../../query/rankView';
import { type ColumnTable, codedColumn, columnTable, numberColumn, TextPool } from '../../tables/columnTable';

const gpuCategory = /^(gpu_)?(kernel|memcpy|memset)$/i;
/** Beside the streams, MindSpore's timelines draw the iterations and their phases: no work of the device. */
const stepTraceLane = /^step trace\b/i;
/** How the runtime calls its own tasks: NOTIFY_WAIT, MEMCPY_ASYNC, REDUCE_ASYNC_V2. */
const taskType = /^[A-Z][A-Z\d]*(_[A-Z\d]+)+$/;
const stepName = /^ProfilerStep#(\d+)$/;

/** True if a lane of the rank has kernels. */
export function hasTimelineKernels({ index }: RankView): boolean {
  return (
    index.groups.some(({ kind }) => kind === 'hardware') || index.categories.some((name) => gpuCategory.test(name))
  );
}

/**
 * Slices of the streams (Ascend), of `Group N Communication` (its collectives) or of the categories that Kineto gives to
 * what a GPU does. Columns as in `kernelFiles.ts`, as far as a timeline tells them. Instants count from the base of the
 * dump's tables: `fromDumpNs` turns the dump's into them.
 */
export function timelineKernels(view: RankView, fromDumpNs: (ns: number) => number): ColumnTable {
  const { index } = view;
  const found = deviceSlices(index, view);
  const names = new TextPool();
  const types = new TextPool();
  const cores = new TextPool();
  const kinds = new TextPool();
  const lanes = new TextPool();
  const steps = new TextPool();
  const count = found.slices.length;
  const columns = {
    name: new Uint32Array(count),
    type: new Uint32Array(count),
    core: new Uint32Array(count),
    kind: new Uint32Array(count),
    lane: new Uint32Array(count),
    step: new Uint32Array(count),
  };
  const startNs = new Float64Array(count);
  const durationNs = new Float64Array(count);
  const stepAt = stepFinder(view);
  found.slices.forEach((slice, row) => {
    const lane = index.lanes[found.lanes[row]];
    const text = view.nameText(index.slices.name[slice]);
    const category = index.categories[index.slices.category[slice]];
    const kind = found.isGpu ? gpuKind(text, category) : ascendKind(text, found.isGroup[row] === 1);
    columns.name[row] = names.code(text);
    columns.type[row] = types.code(found.isGpu ? gpuType(text) : ascendType(text));
    columns.core[row] = cores.code(found.isGpu ? category : '');
    columns.kind[row] = kinds.code(kind);
    columns.lane[row] = lanes.code(lane.name);
    columns.step[row] = steps.code(stepAt(index.slices.startNs[slice]));
    startNs[row] = fromDumpNs(index.slices.startNs[slice] + view.offsetNs);
    durationNs[row] = index.slices.endNs[slice] - index.slices.startNs[slice];
  });
  return columnTable([
    codedColumn('step', columns.step, steps.texts, { label: 'Step Id' }),
    codedColumn('name', columns.name, names.texts, { label: 'Name' }),
    codedColumn('type', columns.type, types.texts, { label: 'Type' }),
    codedColumn('core', columns.core, cores.texts, { label: 'Category' }),
    codedColumn('kind', columns.kind, kinds.texts, { isHidden: true }),
    codedColumn('lane', columns.lane, lanes.texts, { label: 'Lane' }),
    numberColumn('startNs', 'time', startNs, { label: 'Start Time(us)' }),
    numberColumn('durationNs', 'duration', durationNs, { label: 'Duration(us)' }),
  ]);
}

interface DeviceSlices {
  /** By start. */
  readonly slices: Uint32Array;
  readonly lanes: Uint32Array;
  readonly isGroup: Uint8Array;
  readonly isGpu: boolean;
}

function deviceSlices(index: RankIndex, view: RankView): DeviceSlices {
  const isWanted = index.categories.map((name) => gpuCategory.test(name));
  const isGpu = isWanted.includes(true);
  const kindOf = new Map(index.groups.map(({ localId, kind }) => [localId, kind]));
  const picked: { slice: number; lane: number; isGroup: boolean }[] = [];
  index.lanes.forEach((lane, position) => {
    const kind = kindOf.get(lane.groupLocalId);
    const isGroup = kind === 'communication' && /^group\b/i.test(lane.name);
    if (!isGpu && kind !== 'hardware' && !isGroup) return;
    if (stepTraceLane.test(lane.name)) return;
    for (const slice of slicesOf(index, position))
      if (!isGpu || isWanted[index.slices.category[slice]]) picked.push({ slice, lane: position, isGroup });
  });
  const { startNs } = view.index.slices;
  picked.sort((a, b) => startNs[a.slice] - startNs[b.slice]);
  return {
    slices: Uint32Array.from(picked, ({ slice }) => slice),
    lanes: Uint32Array.from(picked, ({ lane }) => lane),
    isGroup: Uint8Array.from(picked, ({ isGroup }) => (isGroup ? 1 : 0)),
    isGpu,
  };
}

function* slicesOf(index: RankIndex, lane: number): Generator<number> {
  const end = index.rowFirstSlice[index.laneFirstRow[lane + 1]];
  for (let slice = index.rowFirstSlice[index.laneFirstRow[lane]]; slice < end; slice++) yield slice;
}

function ascendKind(name: string, isGroup: boolean): KernelKind {
  if (isGroup || isCollectiveName(name)) return 'communication';
  if (isKernelName(name) && !/^reduce_async/i.test(name)) return 'compute';
  return /^(memcpy|memset|sdma|pcie_dma|reduce_|rdma|cmo)/i.test(name) ? 'memory' : 'wait';
}

function gpuKind(name: string, category: string): KernelKind {
  if (!/kernel/i.test(category)) return 'memory';
  return isCollectiveName(name) ? 'communication' : 'compute';
}

/**
 * How kernel_details.csv calls the kernel, as far as its name tells: "aclnnMm_MatMulV3Common_MatMulV3" → "MatMulV3",
 * "trans_TransData_12" → "TransData", "Conv2D7" → "Conv2D", "hcom_allReduce__271_0_1" → "hcom_allReduce_". MindSpore
 * gives the path in the graph, "Default/network/fc3-Dense/MatMul-op84" → "MatMul", and names what it has fused,
 * "Default/FusionOp_BiasAdd_ReluV2-op529" → "FusionOp_BiasAdd_ReluV2".
 */
export function ascendType(name: string): string {
  const collective = /^(h\w+?_)_\d/.exec(name)?.[1];
  if (collective !== undefined) return collective;
  if (/^atomic_memset/i.test(name)) return 'MemSet';
  if (taskType.test(name)) return name;
  const node = /(?:^|\/)([^/]+)-op\d+$/.exec(name)?.[1];
  if (node !== undefined) return node;
  const bare = name.replace(/^trans_(\w+)_\d+$/, '$1');
  const last = bare.slice(bare.lastIndexOf('_') + 1);
  const type = /[A-Za-z]/.test(last) ? last : bare;
  // A version belongs to the type, the number of the node in its graph does not.
  return /^(.*V\d)\d*$/.exec(type)?.[1] ?? /^(.*[A-Za-z])\d+$/.exec(type)?.[1] ?? type;
}

/** "void at::native::vectorized_elementwise_kernel<4, …>(int, …)" → "at::native::vectorized_elementwise_kernel". */
export function gpuType(name: string): string {
  const bare = name
    .replace(/^(?:(?:void|static|__global__|int|float)\s+)+/, '')
    .replaceAll('(anonymous namespace)', '{}');
  const end = bare.search(/[<(]/);
  const type = (end > 0 ? bare.slice(0, end) : bare).replaceAll('{}', '(anonymous namespace)').trim();
  return type === '' ? name : type;
}

/** The step that an instant (of the rank's own base) falls into, by the ProfilerStep#N slices; '' outside of all. */
function stepFinder(view: RankView): (ns: number) => string {
  const { index } = view;
  const steps: { startNs: number; endNs: number; step: string; isDevice: boolean }[] = [];
  const stepOfName = new Map<number, string>();
  for (let name = 0; name < index.names.ends.length; name++) {
    const [, step] = stepName.exec(view.nameText(name)) ?? [];
    if (step !== undefined) stepOfName.set(name, step);
  }
  if (stepOfName.size > 0)
    for (let slice = 0; slice < index.slices.name.length; slice++) {
      const step = stepOfName.get(index.slices.name[slice]);
      if (step === undefined) continue;
      const isDevice = /^gpu_/.test(index.categories[index.slices.category[slice]]);
      steps.push({ startNs: index.slices.startNs[slice], endNs: index.slices.endNs[slice], step, isDevice });
    }
  // Kineto draws the steps on the device too, and there they fit its kernels: the host is ahead of it.
  const device = steps.filter(({ isDevice }) => isDevice);
  const used = (device.length > 0 ? device : steps).sort((a, b) => a.startNs - b.startNs);
  const starts = Float64Array.from(used, ({ startNs }) => startNs);
  return (ns) => {
    const at = upperBound(starts, ns) - 1;
    return at >= 0 && ns <= used[at].endNs ? used[at].step : '';
  };
}
