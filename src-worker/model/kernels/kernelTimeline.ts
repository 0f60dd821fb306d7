/** Kernels where no table tells them: the device's tasks in the timeline. */

import { durationNsOf } from '../../index/columns/indexSlices';
import { graphOpOf } from '../../names/opScopes';
import { gpuTaskOf, TASK_KINDS } from '../../names/taskKind';
import type { RankView } from '../../query/rankView';
import {
  type ColumnTable,
  codedColumn,
  columnTable,
  findColumn,
  numberColumn,
  TextPool,
} from '../../tables/columnTable';
import { deviceTasks } from '../deviceTasks';
import { placeInSteps, stepText, type TimelineSteps } from '../steps/timelineSteps';

/** How the runtime calls its own tasks: NOTIFY_WAIT, MEMCPY_ASYNC, REDUCE_ASYNC_V2. */
const taskType = /^[A-Z][A-Z\d]*(_[A-Z\d]+)+$/;

/**
 * Columns with the keys of `kernelCsv`, as far as a timeline tells them, and `slice`. Instants count from the base of the dump's
 * tables: `fromOwnNs` turns the dump's into them.
 */
export function timelineKernels(
  view: RankView,
  stepsOfRank: TimelineSteps,
  fromOwnNs: (ns: number) => number,
): ColumnTable {
  const { index } = view;
  const tasks = deviceTasks(view);
  const [names, types, cores, lanes, steps] = Array.from({ length: 5 }, () => new TextPool());
  const count = tasks.slice.length;
  const codes = () => new Uint32Array(count);
  const columns = { name: codes(), type: codes(), core: codes(), kind: codes(), lane: codes(), step: codes() };
  const startNs = new Float64Array(count);
  const durationNs = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const slice = tasks.slice[row];
    const text = view.nameText(index.slices.name[slice]);
    const category = index.categories[index.slices.category[slice]];
    const isGpu = gpuTaskOf(category) !== undefined;
    columns.name[row] = names.code(text);
    columns.type[row] = types.code(isGpu ? gpuType(text) : ascendType(text));
    columns.core[row] = cores.code(isGpu ? category : '');
    columns.kind[row] = tasks.kind[row];
    columns.lane[row] = lanes.code(index.lanes[tasks.lane[row]].name);
    columns.step[row] = steps.code(stepText(placeInSteps(stepsOfRank, index.slices.startNs[slice])));
    startNs[row] = fromOwnNs(index.slices.startNs[slice] + view.offsetNs);
    durationNs[row] = durationNsOf(index.slices, slice);
  }
  return columnTable([
    codedColumn('step', columns.step, steps.texts, { label: 'Step Id' }),
    codedColumn('name', columns.name, names.texts, { label: 'Name' }),
    codedColumn('type', columns.type, types.texts, { label: 'Type' }),
    // Slices of Ascend don't say which core they ran on.
    codedColumn('core', columns.core, cores.texts, {
      label: 'Category',
      isHidden: cores.texts.every((text) => text === ''),
    }),
    codedColumn('kind', columns.kind, TASK_KINDS, { isHidden: true }),
    codedColumn('lane', columns.lane, lanes.texts, { label: 'Lane' }),
    numberColumn('startNs', 'time', startNs, { label: 'Start Time(us)' }),
    numberColumn('durationNs', 'duration', durationNs, { label: 'Duration(us)' }),
    numberColumn('slice', 'id', Float64Array.from(tasks.slice), { isHidden: true }),
  ]);
}

/** Of a table made here: only tasks of GPUs have the category of their slices for a core. */
export function hasGpuTasks(table: ColumnTable): boolean {
  const core = findColumn(table, 'core');
  return core?.kind === 'text' && core.texts.some((text) => text !== '');
}

/**
 * How kernel_details.csv calls the kernel, as far as its name tells: "aclnnMm_MatMulV3Common_MatMulV3" → "MatMulV3",
 * "trans_TransData_12" → "TransData", "Conv2D7" → "Conv2D", "hcom_allReduce__271_0_1" → "hcom_allReduce_". MindSpore
 * gives the path in the graph, "Default/network/fc3-Dense/MatMul-op84" → "MatMul", and names what it has fused,
 * "Default/FusionOp_BiasAdd_ReluV2-op529" → "FusionOp_BiasAdd_ReluV2"; collectives have a number behind it,
 * "Default/AllReduce-op534_0" → "AllReduce".
 */
export function ascendType(name: string): string {
  const collective = /^(h\w+?_)_\d/.exec(name)?.[1];
  if (collective !== undefined) return collective;
  if (/^atomic_memset/i.test(name)) return 'MemSet';
  if (taskType.test(name)) return name;
  const op = graphOpOf(name);
  if (op !== undefined) return op;
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
