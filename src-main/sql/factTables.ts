/** Facts of summaries by kind, as tables for queries: docs/summary-format.md has the kinds, docs/query.md the tables. */

import type { FileForm } from '../../src-worker/analysis/summary/summaryFile';

type Columns = Readonly<Record<string, string>>;

export interface FactTable {
  readonly kinds: readonly string[];
  /** Which files have such facts. Absent: those of ranks and of jobs. */
  readonly form?: FileForm;
  /** Its columns: SQL over `facts`, by name. Absent: all of `facts` as they are. */
  readonly columns?: Columns;
  /** With a column that says what `parent` of another table counts. */
  readonly isNumbered?: true;
}

/** What `parent` of another table counts: facts of this kind, of the same rank. */
const OWN_NUMBER = 'row_number() over (partition by rank order by rowid) - 1';
/** NaN, which is not known, is no value, as in the tables of a dump. */
const number = (column: string) => `nullif(${column}, 'NaN'::double)`;
const moreText = (member: string) => `json_extract_string(more, '$.${member}')`;
const moreNumber = (member: string) => `try_cast(${moreText(member)} as double)`;
/** Numbers of ranks as the file has them: 0-1016:8,3, or a few as [0,3]. */
const moreRanks = (member: string) => `coalesce(json_extract_string(more, '$.${member}."$runs"'), ${moreText(member)})`;
const all = (...kinds: readonly string[]): FactTable => ({ kinds });
/** With facts that others belong to. */
const numbered = (table: FactTable): FactTable => ({ ...table, isNumbered: true });
const ofJob = (kind: string, columns: Columns): FactTable => ({ kinds: [kind], form: 'job', columns });
const ofRanks = (kind: string, columns: Columns): FactTable => ({
  kinds: [kind],
  form: 'ranks',
  columns: { rank: 'rank', ...columns },
});

const communication = {
  type: 'type',
  comm_group: 'comm_group',
  transport: 'transport',
  size_bytes: number('bytes'),
  transit_ns: number('transit_ns'),
} as const;

export const factTables = {
  findings: all('finding'),
  steps: all('step'),
  splits: all('split', 'rank_split'),
  kernels: all('kernel'),
  collectives: numbered(all('collective')),
  links: all('link'),
  memory: all('memory', 'trend'),
  patterns: numbered(all('function')),
  calls: all('calls'),
  counters: all('counter', 'frequency', 'host_cpu'),
  trust: {
    kinds: ['trust'],
    columns: { rank: 'rank', severity: 'type', sentence: moreText('sentence.id'), params: moreText('sentence.values') },
  },

  // Of what `tracelane reduce` writes.
  job: ofJob('job', {
    title: 'name',
    step_ns: moreNumber('head.stepNs'),
    step_count: moreNumber('head.stepCount'),
    clock: moreText('head.clock'),
    ranks: moreRanks('ranks'),
    missing_ranks: moreRanks('missing'),
  }),
  job_ranks: ofJob('job_rank', {
    rank: 'peer',
    label: 'name',
    host: 'detail',
    folder: 'type',
    step_count: number('count'),
    step_ns: number('ns'),
    computing_ns: number('computing_ns'),
    exposed_ns: number('exposed_ns'),
    moving_ns: number('transit_ns'),
    waiting_ns: number('wait_ns'),
    free_ns: number('free_ns'),
    preparing_ns: moreNumber('preparingNs'),
    bubble_ns: moreNumber('bubbleNs'),
    frequency_mhz: number('value'),
    peak_bytes: number('bytes'),
    growth_bytes_per_step: moreNumber('growthBytesPerStep'),
    host_busy: moreNumber('hostBusy'),
    tensor: moreNumber('place.tensor'),
    context: moreNumber('place.context'),
    data: moreNumber('place.data'),
    pipeline: moreNumber('place.pipeline'),
    expert: moreNumber('place.expert'),
  }),
  rank_splits: ofJob('rank_split', {
    rank: 'peer',
    label: 'name',
    source: moreText('source'),
    step_count: number('count'),
    computing_ns: number('computing_ns'),
    not_overlapped_ns: number('exposed_ns'),
    free_ns: number('free_ns'),
    overlapped_ns: moreNumber('overlappedNs'),
    communication_ns: moreNumber('communicationNs'),
    preparing_ns: moreNumber('preparingNs'),
    stage_ns: moreNumber('stageNs'),
    bubble_ns: moreNumber('bubbleNs'),
  }),
  left_out: ofJob('left_out', { file: 'name', reason: 'type', detail: 'detail', rank: 'peer' }),
  clocks: ofJob('clock', {
    rank: moreNumber('rank'),
    label: 'name',
    method: 'type',
    offset_ns: number('ns'),
    used_calls: number('count'),
    rejected_calls: moreNumber('rejectedCalls'),
    error_ns: moreNumber('errorNs'),
    rate: moreNumber('rate'),
    rate_error: moreNumber('rateError'),
  }),
  not_reported: ofJob('not_reported', {
    rule: 'type',
    class: moreText('class'),
    rank: 'peer',
    value: number('value'),
    threshold: moreText('threshold'),
    limit_value: moreNumber('limit'),
  }),
  not_run: ofJob('not_run', { rule: 'type', reason: moreText('reason.id'), ranks: moreRanks('ranks') }),
  long_calls: ofJob('long_call', {
    op: 'name',
    rank: 'peer',
    elapse_ns: number('ns'),
    usual_ns: moreNumber('usualNs'),
    calls: moreNumber('count'),
  }),
  contention: ofJob('contention', { more: 'more' }),
  checked: ofJob('checked', { rule: 'type', sources: moreText('sources'), thresholds: moreText('thresholds') }),
  thresholds: ofJob('threshold', {
    id: 'name',
    value: number('value'),
    usual: moreNumber('usual'),
    unit: moreText('unit'),
  }),
  job_communication: ofJob('job_communication', {
    pairs: moreNumber('pairCount'),
    kept_pairs: moreNumber('keptPairCount'),
    late_from_ns: moreNumber('late.fromNs'),
    untold: moreNumber('late.untoldCount'),
    left_ns: moreNumber('late.leftNs'),
  }),
  job_groups: ofJob('job_group', {
    comm_group: 'comm_group',
    name: 'name',
    ranks: moreRanks('ranks'),
    op_counts: moreText('opCounts'),
  }),
  job_collectives: numbered(
    ofJob('job_collectives', {
      rank: 'peer',
      kind: 'detail',
      type: 'type',
      comm_group: 'comm_group',
      calls: number('count'),
      elapse_ns: number('ns'),
      transit_ns: number('transit_ns'),
      wait_ns: number('wait_ns'),
      // What goes without saying is left out of the file.
      synchronization_ns: number('coalesce(synchronization_ns, wait_ns)'),
      idle_ns: number('coalesce(idle_ns, ns - transit_ns - wait_ns)'),
      size_bytes: number('bytes'),
    }),
  ),
  job_bandwidth: ofJob('job_bandwidth', {
    parent: 'parent',
    transport: 'transport',
    size_bytes: number('bytes'),
    transit_ns: number('transit_ns'),
  }),
  job_transports: ofJob('job_transport', communication),
  job_links: ofJob('job_link', {
    source: 'source',
    target: 'peer',
    kind: 'detail',
    op: 'name',
    ...communication,
  }),
  slow_links: ofJob('slow_link', {
    source: 'source',
    target: 'peer',
    transport: 'transport',
    size_bytes: number('bytes'),
    bandwidth_gbps: number('value'),
    mean_gbps: moreNumber('meanGBps'),
    z_score: moreNumber('zScore'),
  }),
  late_ranks: ofJob('late_rank', {
    rank: 'peer',
    label: 'name',
    caused_ns: number('ns'),
    last_count: number('count'),
    seen_count: moreNumber('seenCount'),
    worst_op: moreText('worst.op'),
    worst_group: moreText('worst.group'),
    worst_step: moreText('worst.step'),
    worst_late_ns: moreNumber('worst.lateNs'),
  }),

  // Of ranks.
  ranks: ofRanks('rank', {
    label: 'name',
    host: 'detail',
    writer: 'type',
    world_size: number('count'),
    job: moreText('job'),
    folder: moreText('folder'),
    place: moreText('place'),
    gpu: moreText('gpu'),
  }),
  chips: ofRanks('chip', { name: 'name', memory_gbps: number('value') }),
  step_splits: ofRanks('step_split', { step: 'step', part: 'name', ns: number('ns') }),
  comm_groups: ofRanks('group', { comm_group: 'comm_group', name: 'name', ranks: moreRanks('ranks') }),
  bandwidth: ofRanks('bandwidth', {
    parent: 'parent',
    transport: 'transport',
    size_bytes: number('bytes'),
    transit_ns: number('transit_ns'),
    bandwidth_gbps: number('coalesce(value, bytes / transit_ns)'),
  }),
  transfers: ofRanks('transfer', {
    parent: 'parent',
    start_ns: 'start_ns',
    ns: number('ns'),
    stood_still: 'value = 1',
  }),
  seen: numbered(
    ofRanks('seen', {
      parent: 'parent',
      own_place: 'source',
      op: 'name',
      comm_group: 'comm_group',
      step: 'step',
      start_ns: 'start_ns',
    }),
  ),
  waits: ofRanks('wait', { parent: 'parent', peer_place: 'peer', wait_ns: number('wait_ns') }),
  host_steps: ofRanks('host_step', { step: number('value'), start_ns: 'start_ns', ns: number('ns') }),
  stretches: ofRanks('stretch', { parent: 'parent', of: 'type', ns: number('ns') }),
  stretch_parts: ofRanks('stretch_part', {
    parent: 'parent',
    of: 'type',
    name: 'name',
    call: 'detail',
    ns: number('ns'),
  }),
  records: ofRanks('record', {
    label: moreText('label'),
    step_count: number('count'),
    step_ns: number('ns'),
    split_source: moreText('source'),
  }),
  exposed: ofRanks('exposed', {
    exposed_ns: number('exposed_ns'),
    moving_ns: number('transit_ns'),
    waiting_ns: number('wait_ns'),
    rest_ns: moreNumber('restNs'),
  }),
  waiting_for: ofRanks('waiting_for', {
    peer: 'peer',
    comm_group: 'comm_group',
    waiting_ns: number('wait_ns'),
  }),
  free: ofRanks('free', { free_ns: number('free_ns'), median_delay_ns: moreNumber('medianDelayNs') }),
  free_owners: ofRanks('free_owner', { owner: 'name', free_ns: number('free_ns') }),
  held: ofRanks('held', { owner: 'name', ns: number('ns'), most_ns: moreNumber('mostNs') }),
  quiet_free: ofRanks('quiet_free', { name: 'name', gaps: number('count'), ns: number('ns') }),
  launches: ofRanks('host', { launches: number('count'), sync_batch_norms: moreNumber('syncBatchNormCount') }),
  host_work: ofRanks('host_work', {
    work: 'name',
    calls: number('count'),
    ns: number('ns'),
    longest_ns: moreNumber('longestNs'),
  }),
  kernel_totals: ofRanks('kernels', { calls: number('count'), ns: number('ns') }),
  ai_cpu: ofRanks('ai_cpu', { type: 'type', input_types: 'detail', calls: number('count'), ns: number('ns') }),
  unfused: ofRanks('unfused', {
    fused: 'name',
    calls: number('count'),
    kernels: moreNumber('kernelCount'),
    kernel_ns: number('ns'),
    lost_ns: moreNumber('lostNs'),
    frame: moreText('frame'),
  }),
  sequences: ofRanks('sequences', {
    host_count: moreNumber('host.count'),
    host_lost_ns: moreNumber('host.lostNs'),
    memory_count: moreNumber('memory.count'),
    memory_lost_ns: moreNumber('memory.lostNs'),
  }),
  kernel_sequences: ofRanks('sequence', { bound: 'type', calls: number('count'), wall_ns: number('ns'), more: 'more' }),
  collective_kinds: ofRanks('collective_kind', {
    type: 'type',
    comm_group: 'comm_group',
    size_bytes: number('bytes'),
    alone_calls: moreNumber('alone.count'),
    alone_wire_ns: moreNumber('alone.wireNs'),
    beside_calls: moreNumber('beside.count'),
    beside_wire_ns: moreNumber('beside.wireNs'),
  }),
  buckets: ofRanks('buckets', {
    type: 'type',
    comm_group: 'comm_group',
    gain_ns: number('ns'),
    step_count: number('count'),
  }),
  environment: ofRanks('environment', { name: 'name', value: 'detail' }),
  last_work: ofRanks('last', { task: 'name', call: 'detail' }),
  unfinished: ofRanks('unfinished', {
    step: 'step',
    comm_group: 'comm_group',
    name: 'name',
    type: 'type',
    waited_ns: number('wait_ns'),
  }),
  pattern_windows: ofRanks('patterns', {
    window_ns: number('ns'),
    computing_ns: number('computing_ns'),
    free_memory_ns: moreNumber('freeNs.memory'),
    free_runtime_ns: moreNumber('freeNs.runtime'),
    free_python_ns: moreNumber('freeNs.python'),
  }),
} as const satisfies Readonly<Record<string, FactTable>>;

/** Tables that files of these forms have; where no file says its form, all. */
export function tablesOf(forms: ReadonlySet<FileForm>): readonly string[] {
  const tables: readonly (readonly [string, FactTable])[] = Object.entries(factTables);
  return tables.flatMap(([name, { form }]) =>
    form === undefined || forms.size === 0 || forms.has(form) ? [name] : [],
  );
}

/** The statement that makes the view of that name. */
export function factView(name: string, { kinds, columns, isNumbered }: FactTable): string {
  const own = columns ? Object.entries(columns).map(([column, sql]) => `${sql} as "${column}"`) : ['*'];
  const list = [...own, ...(isNumbered ? [`${OWN_NUMBER} as number`] : [])].join(', ');
  return `create view "${name}" as select ${list} from facts where kind in (${kinds.map((kind) => `'${kind}'`).join()})`;
}
