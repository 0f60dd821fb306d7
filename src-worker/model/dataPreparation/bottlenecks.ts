import type {
  BottleneckReason,
  DataBottleneck,
  DataCpu,
  DataOperator,
  OperatorQueue,
  PipelineAdvice,
} from '../../../src-contract';
import { maxOf, meanOf } from '../../base/aggregates';
import { threshold } from '../thresholds';

/** They have one thread, whatever they are told. */
const SINGLE_THREADED = /^(barrier|concat|epochctrl|rename|repeat|shuffle|skip|take|zip|devicequeue|datasetiterator)/i;

interface Place {
  readonly operator: DataOperator;
  /** Of the operators that it takes data from, and of all before them. */
  readonly inputs: readonly OperatorQueue[];
  readonly allBefore: readonly OperatorQueue[];
  /** Its own, and of all behind. */
  readonly output: OperatorQueue | undefined;
  readonly allBehind: readonly OperatorQueue[];
}

/**
 * The operators that hold the others up, by the rules of MindSpore's documentation: its input full and its output empty;
 * the first one, with all queues from it on empty; the last one, with all queues before it full. Besides those whose
 * workers have no CPU left (`BottleneckAnalyzer` of MindSpore's profiler). Worst first: by what lies between in and out.
 */
export function bottlenecksOf(operators: readonly DataOperator[], cpu?: DataCpu): readonly DataBottleneck[] {
  const found = operators.flatMap((operator): DataBottleneck[] => {
    const place = placeOf(operator, operators);
    const cpuPerWorker = workerUse(operator, cpu);
    const reason = reasonOf(place, cpuPerWorker);
    if (reason === undefined) return [];
    const inputUsage = maxOf(place.inputs.map(({ usage }) => usage));
    const outputUsage = place.output?.usage ?? Number.NaN;
    return [
      { operator: operator.id, reason, inputUsage, outputUsage, cpuPerWorker, advice: adviceFor(operator, reason) },
    ];
  });
  return found.sort((a, b) => weightOf(b) - weightOf(a));
}

function reasonOf(place: Place, cpuPerWorker: number): BottleneckReason | undefined {
  const [high, low] = [threshold('data.queue-high'), threshold('data.queue-low')];
  const isHigh = ({ usage }: OperatorQueue) => usage >= high;
  const isLow = ({ usage }: OperatorQueue) => usage <= low;
  const { operator, inputs, output, allBefore, allBehind } = place;
  const isThreaded = !SINGLE_THREADED.test(operator.type);
  if (operator.children.length === 0 && output && allBehind.every(isLow)) return 'source';
  if (output && isLow(output) && inputs.length > 0 && inputs.every(isHigh)) return 'between';
  if (operator.parent === undefined && isThreaded && allBefore.length > 0 && allBefore.every(isHigh)) return 'last';
  return isThreaded && cpuPerWorker > threshold('data.worker-busy') ? 'busy' : undefined;
}

function placeOf(operator: DataOperator, operators: readonly DataOperator[]): Place {
  const byId = new Map(operators.map((own) => [own.id, own]));
  const inputs: OperatorQueue[] = [];
  const allBefore: OperatorQueue[] = [];
  const seen = new Set<number>([operator.id]);
  // An operator without a queue hands on what it gets: the queue before it is the one that counts.
  const visit = (id: number, isDirect: boolean): void => {
    const own = byId.get(id);
    if (!own || seen.has(id)) return;
    seen.add(id);
    if (own.queue) {
      allBefore.push(own.queue);
      if (isDirect) inputs.push(own.queue);
    }
    for (const child of own.children) visit(child, isDirect && own.queue === undefined);
  };
  for (const child of operator.children) visit(child, true);
  const allBehind: OperatorQueue[] = [];
  const passed = new Set<number>();
  for (
    let next: DataOperator | undefined = operator;
    next && !passed.has(next.id);
    next = next.parent === undefined ? undefined : byId.get(next.parent)
  ) {
    passed.add(next.id);
    if (next.queue) allBehind.push(next.queue);
  }
  return { operator, inputs, allBefore, output: operator.queue, allBehind };
}

/** Of one of its workers, of one processor; NaN where that was not recorded. */
function workerUse({ id, workers }: DataOperator, cpu: DataCpu | undefined): number {
  const own = cpu?.operators.find(({ operator }) => operator === id);
  return own ? (meanOf(own.user) + meanOf(own.system)) / workers : Number.NaN;
}

function adviceFor({ type }: DataOperator, reason: BottleneckReason): readonly PipelineAdvice[] {
  if (/^generator/i.test(type)) return ['more-workers', 'mind-record'];
  if (/^map/i.test(type)) return ['more-workers', 'python-function'];
  if (/^batch/i.test(type)) return reason === 'busy' ? ['more-workers', 'prefetch'] : ['prefetch'];
  return SINGLE_THREADED.test(type) ? ['prefetch'] : ['more-workers'];
}

/** How far it is behind those before it: a source has nothing to wait for. */
const weightOf = ({ inputUsage, outputUsage }: DataBottleneck): number =>
  (Number.isNaN(inputUsage) ? 1 : inputUsage) - (Number.isNaN(outputUsage) ? 0 : outputUsage);
