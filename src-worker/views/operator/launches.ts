/** Who launched a kernel: the framework op at the other end of the timeline's arrow, and the module it ran in. */
import type { RankIndex } from '../../index/rankIndex';
import { lowerBound, type RankView, upperBound } from '../../query/rankView';
import { type Column, codedColumn, TextPool } from '../../tables/columnTable';

/** Arrows that end at what the device does: torch_npu's, and Kineto's. */
const launchCategory = /^(async_npu|torch_to_npu|ac2g|async_cpu_to_gpu)$/;
const moduleName = /^nn\.Module: (.*)$/;
/** A step is no op, though torch_npu writes it as one. */
const stepName = /^ProfilerStep/;
/** Ops that a program calls, not what they are made of (aclnnAddmm in aten::addmm). */
const frameworkOpName = /^(?!autograd::)\w+::/;
/** Writers round the same start differently. */
const TOLERANCE_NS = 2;

/**
 * Columns `launchedBy` (the framework op: "aten::mm") and `scope` (the modules around it, outermost first; without modules
 * the outermost framework op) for kernels that start at `startNs`. Undefined where no arrow leads to a kernel.
 */
export function launchColumns(
  view: RankView,
  startNs: Float64Array,
  toDumpNs: (ns: number) => number,
): readonly Column[] | undefined {
  const launches = launchesByStart(view);
  if (launches.startNs.length === 0) return undefined;
  const ops = new TextPool();
  const scopes = new TextPool();
  const none = ops.code('');
  const noScope = scopes.code('');
  const callers = new Map<number, { op: number; scope: number }>();
  const op = new Uint32Array(startNs.length).fill(none);
  const scope = new Uint32Array(startNs.length).fill(noScope);
  for (let row = 0; row < startNs.length; row++) {
    const own = toDumpNs(startNs[row]) - view.offsetNs;
    const at = lowerBound(launches.startNs, own - TOLERANCE_NS);
    if (at >= launches.startNs.length || launches.startNs[at] > own + TOLERANCE_NS) continue;
    const from = launches.fromSlice[at];
    let caller = callers.get(from);
    if (!caller) {
      const found = callerOf(view, from);
      caller = { op: ops.code(found.op), scope: scopes.code(found.scope) };
      callers.set(from, caller);
    }
    op[row] = caller.op;
    scope[row] = caller.scope;
  }
  return [
    codedColumn('launchedBy', op, ops.texts, { label: 'Launched by' }),
    codedColumn('scope', scope, scopes.texts, { label: 'Scope' }),
  ];
}

interface Launches {
  /** Of the kernel, by the rank's own base; ascending. */
  readonly startNs: Float64Array;
  readonly fromSlice: Uint32Array;
}

function launchesByStart({ index }: RankView): Launches {
  const { flows, slices } = index;
  const links: number[] = [];
  flows.categories.forEach((category, at) => {
    if (!launchCategory.test(category)) return;
    for (let link = flows.categoryFirst[at]; link < flows.categoryFirst[at + 1]; link++) links.push(link);
  });
  const startOf = (link: number) => slices.startNs[flows.toSlice[link]];
  links.sort((a, b) => startOf(a) - startOf(b));
  return {
    startNs: Float64Array.from(links, startOf),
    fromSlice: Uint32Array.from(links, (link) => flows.fromSlice[link]),
  };
}

/** The slices around one, innermost first, and the slice itself before them. */
function* outwards(index: RankIndex, view: RankView, slice: number): Generator<number> {
  yield slice;
  const { startNs, endNs } = index.slices;
  const row = view.rowOf(slice);
  const firstRow = index.laneFirstRow[view.laneOfRow(row)];
  for (let above = row - 1; above >= firstRow; above--) {
    const first = index.rowFirstSlice[above];
    const at = upperBound(startNs, startNs[slice], first, index.rowFirstSlice[above + 1]) - 1;
    if (at >= first && endNs[at] >= endNs[slice]) yield at;
  }
}

function callerOf(view: RankView, slice: number): { op: string; scope: string } {
  const { index } = view;
  let innermostOp = '';
  let frameworkOp = '';
  let outermostOp = '';
  const modules: string[] = [];
  for (const at of outwards(index, view, slice)) {
    const name = view.nameText(index.slices.name[at]);
    const module = moduleName.exec(name)?.[1];
    if (module !== undefined) modules.push(module);
    if (index.categories[index.slices.category[at]] !== 'cpu_op' || stepName.test(name)) continue;
    outermostOp = name;
    innermostOp ||= name;
    if (frameworkOpName.test(name)) frameworkOp ||= name;
  }
  const op = frameworkOp || innermostOp || view.nameText(index.slices.name[slice]);
  return { op, scope: modules.length > 0 ? modules.reverse().join(' / ') : outermostOp || op };
}
