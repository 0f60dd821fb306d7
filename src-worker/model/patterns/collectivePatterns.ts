/** Collectives of one rank as functions, by transport, direction and kernel. */
import type { FunctionDirection } from '../../../src-contract';
import { TupleMap } from '../../base/tupleMap';
import { endNsOf } from '../../index/columns/indexSlices';
import type { RankView } from '../../query/rankView';
import type { Collective } from '../collectives/collective';
import { Executions, type FunctionTimes, functionTimes, type Window } from './functionTimes';
import { Throughput } from './throughput';

export interface CollectiveTimes {
  readonly times: FunctionTimes;
  readonly kernel: string;
  /** '' where nothing tells. */
  readonly transport: string;
  readonly direction: FunctionDirection;
  /** Over the executions; NaN: sizes are not known. */
  readonly throughputGBps: number;
  readonly throughputDeviation: number;
}

/** SDMA holds what HCCS, PCIE and SIO hold once more. */
const SUM = 'SDMA';

/**
 * Each transport that a collective moved data over has it once. `sliceOf`: with a timeline times are the slices’, else those
 * of the files. Without bytes by transport the throughput is that of the size that the rank puts in.
 */
export function collectiveTimes(
  ops: Iterable<Collective>,
  sliceOf: ReadonlyMap<Collective, number> | undefined,
  view: RankView | undefined,
  window: Window,
): CollectiveTimes[] {
  const executions = new Executions();
  const samples: Throughput[] = [];
  const parts: Pick<CollectiveTimes, 'kernel' | 'transport' | 'direction'>[] = [];
  const codes = new TupleMap<readonly [kernel: string, transport: string, direction: string], number>();
  const codeOf = (kernel: string, transport: string, direction: FunctionDirection): number => {
    const known = codes.get([kernel, transport, direction]);
    if (known !== undefined) return known;
    const own = { kernel, transport, direction };
    const code = executions.codeOf(JSON.stringify(own));
    codes.set([kernel, transport, direction], code);
    parts[code] = own;
    return code;
  };
  for (const op of ops) {
    const slice = sliceOf?.get(op);
    const span = spanOf(op, slice, view);
    if (!span) continue;
    for (const { transport, sizeBytes, movingNs } of traffic(op, span.endNs - span.startNs)) {
      const code = codeOf(kernelOf(op, slice, view), transport, directionOf(op));
      samples[code] ??= new Throughput();
      executions.add(code, span.startNs, span.endNs, slice ?? Number.NaN);
      if (span.startNs >= window.startNs && span.startNs < window.endNs) samples[code].add(sizeBytes, movingNs);
    }
  }
  return functionTimes(executions, window, false).map((times) => {
    const code = executions.codeOf(times.key);
    return { times, ...parts[code], ...samples[code].result };
  });
}

function spanOf(op: Collective, slice: number | undefined, view: RankView | undefined) {
  if (view && slice !== undefined) {
    const { slices } = view.index;
    return { startNs: slices.startNs[slice], endNs: endNsOf(slices, slice) };
  }
  if (view || Number.isNaN(op.startNs + op.elapseNs)) return undefined;
  return { startNs: op.startNs, endNs: op.startNs + op.elapseNs };
}

/** "allReduce"; of NCCL with its algorithm, "allReduce RING_LL", which its kernels’ names tell. */
function kernelOf({ type }: Collective, slice: number | undefined, view: RankView | undefined): string {
  const name = view && slice !== undefined ? view.nameText(view.index.slices.name[slice]) : '';
  const algorithm = /^(?:nccl|rccl)\w*?_(RING|TREE|COLLNET\w*?|NVLS\w*?|PAT)_(LL128|LL|SIMPLE)(?:_|\(|$)/i.exec(name);
  return algorithm ? `${type} ${algorithm[1]}_${algorithm[2]}` : type;
}

function directionOf({ type }: Collective): FunctionDirection {
  if (/^send$/i.test(type)) return 'send';
  return /^(recv|receive)$/i.test(type) ? 'receive' : 'both';
}

function traffic({ bandwidths, sizeBytes }: Collective, elapseNs: number) {
  const moved = bandwidths.filter((own) => own.sizeBytes > 0);
  const single = moved.filter(({ transport }) => transport !== SUM);
  const chosen = single.length > 0 ? single : moved;
  if (chosen.length === 0) return [{ transport: '', sizeBytes, movingNs: elapseNs }];
  return chosen.map((own) => ({ transport: own.transport, sizeBytes: own.sizeBytes, movingNs: own.transitNs }));
}
