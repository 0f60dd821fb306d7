/** A rank's record as facts, and back. Evidence stays behind: it is in the timeline. */
import type { ExposedCommunication, FreeParts, RankIndex, RankStepSplit } from '../../../src-contract';
import type { StepLength } from '../../model/stepSeries/series';
import type { Fact } from '../../parquet/factColumns';
import type { FreeEvidence, HeldRecord, QuietRecord } from '../record/freeEvidence';
import { type HostRecord, type HostWorkRecord, type RankRecord, RECORD_VERSION } from '../record/rankRecord';
import type { UnfusedRecord } from '../record/unfusedRecord';
import { type FactKind, type FactReader, type FactRows, factOf } from './factCodec';
import { toldKernels, toldPatterns } from './toldRecords';

const rankKinds = {
  record: { kind: 'record', columns: { stepCount: 'count', stepNs: 'ns' } },
  split: { kind: 'split', columns: { part: 'name', ns: 'ns', count: 'count' } },
  exposed: { kind: 'exposed', columns: { exposedNs: 'exposedNs', waitingNs: 'waitNs', movingNs: 'transitNs' } },
  waiting: { kind: 'waiting_for', columns: { rank: 'peer', group: 'group', waitingNs: 'waitNs' } },
  free: { kind: 'free', columns: { freeNs: 'freeNs' } },
  freeOwner: { kind: 'free_owner', columns: { owner: 'name', ns: 'freeNs' } },
  held: { kind: 'held', columns: { owner: 'name', ns: 'ns' } },
  quiet: { kind: 'quiet_free', columns: { name: 'name', count: 'count', ns: 'ns' } },
  host: { kind: 'host', columns: { launchCount: 'count' } },
  hostWork: { kind: 'host_work', columns: { work: 'name', count: 'count', totalNs: 'ns' } },
  kernels: { kind: 'kernels', columns: { computeNs: 'ns', computeCount: 'count' } },
  kernel: {
    kind: 'kernel',
    columns: { name: 'name', type: 'type', shapes: 'detail', count: 'count', totalNs: 'ns' },
  },
  aiCpu: { kind: 'ai_cpu', columns: { type: 'type', inputTypes: 'detail', count: 'count', totalNs: 'ns' } },
  unfused: { kind: 'unfused', columns: { fused: 'name', count: 'count', kernelNs: 'ns' } },
  sequences: { kind: 'sequences', columns: {} },
  sequence: { kind: 'sequence', columns: { bound: 'type', count: 'count', wallNs: 'ns' } },
  frequency: { kind: 'frequency', columns: { meanMHz: 'value' } },
  collectiveKind: { kind: 'collective_kind', columns: { type: 'type', group: 'group', sizeBytes: 'bytes' } },
  buckets: { kind: 'buckets', columns: { group: 'group', type: 'type', gainNs: 'ns', stepCount: 'count' } },
  last: { kind: 'last', columns: { task: 'name', call: 'detail' } },
  unfinished: {
    kind: 'unfinished',
    columns: { step: 'step', group: 'group', name: 'name', type: 'type', waitedNs: 'waitNs' },
  },
  trend: { kind: 'trend', columns: {} },
  step: { kind: 'step', columns: { number: 'value', ns: 'ns' } },
  hostCpu: { kind: 'host_cpu', columns: { hostName: 'name', processorCount: 'count', busy: 'value' } },
  variable: { kind: 'environment', columns: { name: 'name', value: 'detail' } },
  memory: { kind: 'memory', columns: { peakBytes: 'bytes', stepCount: 'count', bytesPerStep: 'value' } },
  patterns: { kind: 'patterns', columns: { windowNs: 'ns', computingNs: 'computingNs' } },
  function: {
    kind: 'function',
    columns: {
      class: 'type',
      name: 'name',
      detail: 'detail',
      transport: 'transport',
      count: 'count',
      exposedNs: 'exposedNs',
      freeNs: 'freeNs',
      meanNs: 'ns',
      throughputGBps: 'value',
    },
  },
  calls: { kind: 'calls', columns: { fromNs: 'ns', count: 'count' } },
} as const satisfies Readonly<Record<string, FactKind>>;

/** The first fact of a record. */
export const recordKind: FactKind = rankKinds.record;

const PARTS = [
  'computing',
  'notOverlapped',
  'free',
  'overlapped',
  'communication',
  'preparing',
  'stage',
  'bubble',
] as const;
/** Of ranks with a timeline alone. */
const BESIDE_HOST = 'besideHost';
const LISTS = ['unfused', 'collectives', 'steps', 'environment'] as const;

/** Instants of the record count from `originNs`. `functionCount`: of the rank's records before. */
export function recordFacts(record: RankRecord, originNs: bigint, functionCount = 0): Fact[] {
  const facts: Fact[] = [];
  const add = (of: FactKind, own: object | undefined) => own && facts.push(factOf(of, withoutEvidence(own)));
  const addAll = (of: FactKind, all: readonly object[] = []) => {
    for (const own of all) add(of, own);
  };
  const { version, label, stepCount, stepNs, split, outside } = record;
  // Empty lists say that there is nothing, absent ones that nobody could look.
  const has = LISTS.filter((own) => record[own] !== undefined);
  const { label: splitLabel, source } = split;
  add(rankKinds.record, { version, label, stepCount, stepNs, has, splitLabel, source, ...(outside && { outside }) });
  for (const part of PARTS) add(rankKinds.split, { part, ns: split[`${part}Ns`], count: split.stepCount });
  if (split.besideHostNs !== undefined)
    add(rankKinds.split, { part: BESIDE_HOST, ns: split.besideHostNs, count: split.stepCount });
  if (split.exposed) {
    const { byPeer, ...own } = split.exposed;
    add(rankKinds.exposed, own);
    addAll(rankKinds.waiting, byPeer);
  }
  if (record.free) {
    const { owners, held, ...own } = record.free;
    add(rankKinds.free, own);
    addAll(rankKinds.freeOwner, owners);
    addAll(
      rankKinds.held,
      Object.entries(held).map(([owner, one]) => ({ owner, ...one })),
    );
  }
  if (record.host) {
    const { works, ...own } = record.host;
    add(rankKinds.host, own);
    addAll(
      rankKinds.hostWork,
      Object.entries(works).map(([work, { longest: _, ...one }]) => ({ work, ...one })),
    );
  }
  if (record.kernels) {
    const { kinds, aiCpu, ...own } = record.kernels;
    add(rankKinds.kernels, own);
    const unplaced = <T extends { readonly longest?: unknown }>({ longest: _, ...one }: T) => one;
    addAll(rankKinds.kernel, kinds.map(unplaced));
    addAll(rankKinds.aiCpu, aiCpu.map(unplaced));
  }
  addAll(rankKinds.unfused, record.unfused);
  if (record.sequences) {
    const { sequences, ...own } = record.sequences;
    add(rankKinds.sequences, own);
    addAll(
      rankKinds.sequence,
      sequences.map(({ worst: _, ...one }) => one),
    );
  }
  add(rankKinds.frequency, record.frequency);
  addAll(rankKinds.collectiveKind, record.collectives);
  add(rankKinds.buckets, record.buckets);
  if (record.last) {
    const { unfinished, ...own } = record.last;
    add(rankKinds.last, own);
    addAll(rankKinds.unfinished, unfinished);
  }
  add(rankKinds.trend, record.trend);
  for (const { span, ...own } of record.steps ?? []) {
    const startNs = span && originNs + BigInt(Math.round(span.startNs));
    const spanNs = span && span.endNs - span.startNs;
    facts.push(factOf(rankKinds.step, { ...own, spanNs }, { startNs }));
  }
  add(rankKinds.hostCpu, record.hostCpu);
  addAll(
    rankKinds.variable,
    Object.entries(record.environment ?? {}).map(([name, value]) => ({ name, value })),
  );
  add(rankKinds.memory, record.memory);
  if (record.patterns) {
    const { functions, ...own } = record.patterns;
    add(rankKinds.patterns, own);
    addAll(
      rankKinds.function,
      functions.map(({ longest: _, calls: _1, ...one }) => one),
    );
    for (const [at, { count, calls = [] }] of functions.entries()) {
      // Of a single call the mean says it.
      if (count < 2) continue;
      for (const own of calls) facts.push(factOf(rankKinds.calls, own, { parent: functionCount + at }));
    }
  }
  return facts;
}

function withoutEvidence(own: object): object {
  const { evidence: _, ...rest } = own as { readonly evidence?: unknown };
  return rest;
}

/** How many records of a rank there are, one of each device; its facts stand behind one another, each record's behind its first. */
export function recordStarts({ table, rows }: FactRows): readonly number[] {
  return rows.flatMap((row, at) => (table.kindOf(row) === rankKinds.record.kind ? [at] : []));
}

/** Where the record comes to stand. */
export interface RecordPlace {
  readonly rank: number;
  readonly index: RankIndex;
  readonly originNs: bigint;
}

interface HeadFacts extends Pick<RankRecord, 'version' | 'label' | 'stepCount' | 'stepNs' | 'outside'> {
  readonly has: readonly string[];
  readonly splitLabel: string;
  readonly source: string | undefined;
}

/** Undefined where the facts are of another version of the record. */
export function recordOfFacts(facts: FactReader, place: RecordPlace): RankRecord | undefined {
  const head = facts.first<HeadFacts>(rankKinds.record);
  if (head?.version !== RECORD_VERSION) return undefined;
  const { version, label, stepCount, stepNs, has, outside } = head;
  const { rank, index } = place;
  const free = freeOf(facts);
  const host = hostOf(facts);
  const kernels = facts.first<NonNullable<RankRecord['kernels']>>(rankKinds.kernels);
  const sequences = facts.first<NonNullable<RankRecord['sequences']>>(rankKinds.sequences);
  const buckets = facts.first<NonNullable<RankRecord['buckets']>>(rankKinds.buckets);
  const last = facts.first<NonNullable<RankRecord['last']>>(rankKinds.last);
  const patterns = facts.first<NonNullable<RankRecord['patterns']>>(rankKinds.patterns);
  const frequency = facts.first<NonNullable<RankRecord['frequency']>>(rankKinds.frequency);
  const trend = facts.first<NonNullable<RankRecord['trend']>>(rankKinds.trend);
  const hostCpu = facts.first<NonNullable<RankRecord['hostCpu']>>(rankKinds.hostCpu);
  const memory = facts.first<NonNullable<RankRecord['memory']>>(rankKinds.memory);
  return {
    version,
    rank,
    index,
    label,
    stepCount,
    stepNs,
    split: splitOf(facts, head, rank, free),
    ...(outside && { outside }),
    ...(free && { free }),
    ...(host && { host }),
    ...(kernels && {
      kernels: toldKernels(facts, { ...kernels, aiCpu: facts.all(rankKinds.aiCpu) }, rankKinds.kernel),
    }),
    ...(has.includes('unfused') && {
      unfused: facts.all<UnfusedRecord>(rankKinds.unfused).map(unseen),
    }),
    ...(sequences && {
      sequences: { ...unseen(sequences), sequences: facts.all<object>(rankKinds.sequence).map(unplaced) },
    }),
    ...(has.includes('collectives') && { collectives: facts.all(rankKinds.collectiveKind) }),
    ...(buckets && { buckets: unseen(buckets) }),
    ...(last && { last: { ...unseen(last), unfinished: facts.all(rankKinds.unfinished) } }),
    ...(has.includes('steps') && { steps: stepsOf(facts, place.originNs) }),
    ...(patterns && { patterns: toldPatterns(facts, patterns, rankKinds.function) }),
    ...(frequency && { frequency }),
    ...(trend && { trend }),
    ...(hostCpu && { hostCpu }),
    ...(has.includes('environment') && { environment: environmentOf(facts) }),
    ...(memory && { memory }),
  };
}

function unseen<T extends object>(own: T): T & { readonly evidence: readonly [] } {
  return { ...own, evidence: [] };
}

type Sequence = NonNullable<RankRecord['sequences']>['sequences'][number];

/** Nothing tells where it is worst. */
function unplaced(own: object): Sequence {
  const nowhere = { name: '', startNs: Number.NaN };
  return { ...(own as Omit<Sequence, 'worst'>), worst: { first: nowhere, last: nowhere } };
}

function splitOf(
  facts: FactReader,
  { splitLabel, source, stepCount }: HeadFacts,
  rank: number,
  free: FreeEvidence | undefined,
): RankStepSplit {
  const told = new Map(facts.all<{ part: string; ns: number }>(rankKinds.split).map(({ part, ns }) => [part, ns]));
  const parts = Object.fromEntries(PARTS.map((part) => [`${part}Ns`, told.get(part) ?? Number.NaN]));
  const exposed = facts.first<Omit<ExposedCommunication, 'byPeer' | 'profiler'>>(rankKinds.exposed);
  const besideHostNs = told.get(BESIDE_HOST);
  return {
    rank,
    label: splitLabel,
    source,
    stepCount,
    ...(parts as Record<`${(typeof PARTS)[number]}Ns`, number>),
    ...(besideHostNs !== undefined && { besideHostNs }),
    ...(exposed && {
      exposed: {
        profiler: undefined,
        ...exposed,
        byPeer: facts.all<ExposedCommunication['byPeer'][number]>(rankKinds.waiting),
      },
    }),
    ...(free && { free: { freeNs: free.freeNs, owners: free.owners, medianDelayNs: free.medianDelayNs } }),
  };
}

function freeOf(facts: FactReader): FreeEvidence | undefined {
  const free = facts.first<Pick<FreeParts, 'freeNs' | 'medianDelayNs'>>(rankKinds.free);
  const quiet = facts.first<QuietRecord>(rankKinds.quiet);
  const held = facts.all<HeldRecord & { readonly owner: string }>(rankKinds.held);
  return (
    free && {
      ...free,
      owners: facts.all(rankKinds.freeOwner),
      evidence: {},
      held: Object.fromEntries(held.map(({ owner, ...own }) => [owner, unseen(own)])),
      ...(quiet && { quiet: unseen(quiet) }),
    }
  );
}

function hostOf(facts: FactReader): HostRecord | undefined {
  const host = facts.first<Omit<HostRecord, 'works'>>(rankKinds.host);
  const works = facts.all<HostWorkRecord & { readonly work: string }>(rankKinds.hostWork);
  return host && { ...host, works: Object.fromEntries(works.map(({ work, ...own }) => [work, own])) };
}

function environmentOf(facts: FactReader): NonNullable<RankRecord['environment']> {
  const variables = facts.all<{ readonly name: string; readonly value: string }>(rankKinds.variable);
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

function stepsOf(facts: FactReader, originNs: bigint): readonly StepLength[] {
  const { table } = facts;
  return facts.rows(rankKinds.step).map((row) => {
    const { spanNs, ...own } = facts.read<StepLength & { readonly spanNs?: number }>(rankKinds.step, row);
    if (!table.hasAt(row, 'startNs') || spanNs === undefined) return own;
    const startNs = Number(table.startNs[row] - originNs);
    return { ...own, span: { startNs, endNs: startNs + spanNs } };
  });
}
