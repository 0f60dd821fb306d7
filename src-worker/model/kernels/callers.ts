/** Who launched a kernel: the framework op at the other end of its arrow, and the module it ran in. */
import { isStepMark } from '../../names/stepMarks';
import type { RankView } from '../../query/rankView';
import { type Column, codedColumn, TextPool } from '../../tables/columnTable';
import { launches, outwards } from '../launches';
import { NO_SLICE } from './kernelSlices';

const moduleName = /^nn\.Module: (.*)$/;
/** Ops that a program calls, not what they are made of (aclnnAddmm in aten::addmm). */
const frameworkOpName = /^(?!autograd::)\w+::/;

/**
 * Columns `launchedBy` (the framework op: "aten::mm") and `scope` (the modules around it, outermost first; without modules
 * the outermost framework op) for the kernels of these slices (`NO_SLICE`: not in the timeline). Undefined where no arrow
 * leads to a kernel.
 */
export function launchColumns(view: RankView, slices: Float64Array): readonly Column[] | undefined {
  const launched = launches(view);
  if (launched.count === 0) return undefined;
  const ops = new TextPool();
  const scopes = new TextPool();
  const none = ops.code('');
  const noScope = scopes.code('');
  const callers = new Map<number, { op: number; scope: number }>();
  const op = new Uint32Array(slices.length).fill(none);
  const scope = new Uint32Array(slices.length).fill(noScope);
  for (let row = 0; row < slices.length; row++) {
    const from = Object.is(slices[row], NO_SLICE) ? undefined : launched.callOf(slices[row]);
    if (from === undefined) continue;
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

function callerOf(view: RankView, slice: number): { op: string; scope: string } {
  const { index } = view;
  let innermostOp = '';
  let frameworkOp = '';
  let outermostOp = '';
  const modules: string[] = [];
  for (const at of outwards(view, slice)) {
    const name = view.nameText(index.slices.name[at]);
    const module = moduleName.exec(name)?.[1];
    if (module !== undefined) modules.push(module);
    // torch_npu writes steps as ops.
    if (index.categories[index.slices.category[at]] !== 'cpu_op' || isStepMark(name)) continue;
    outermostOp = name;
    innermostOp ||= name;
    if (frameworkOpName.test(name)) frameworkOp ||= name;
  }
  const op = frameworkOp || innermostOp || view.nameText(index.slices.name[slice]);
  return { op, scope: modules.length > 0 ? modules.reverse().join(' / ') : outermostOp || op };
}
