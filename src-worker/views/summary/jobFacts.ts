import type { FactValue, JobFact, JobFactId, JobFacts } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { recordedEnvironment } from '../../model/job/environment';
import { readClusterJob, readSession } from '../../model/job/jobDatabases';
import { toldWorldSize } from '../../model/job/jobMetadata';
import { at, rankJson, unlessBroken } from '../../model/rankJson';
import { jobSplits } from '../../model/splits/rankSplits';
import type { ProfilerSession } from '../../sqlite/profilerDb';
import { kinetoFacts } from './kinetoFacts';

const order: readonly JobFactId[] = [
  'ranks',
  'worldSize',
  'hosts',
  'devices',
  'deviceName',
  'parallel',
  'level',
  'metrics',
  'activities',
  'options',
  'schedule',
  'framework',
  'cann',
  'backend',
  'collectionEnd',
];

/** What is told of one rank: fact → its text. */
type RankFacts = { readonly [id in JobFactId]?: string | undefined };

/** Who profiled what, how: each fact with what the ranks say of it. */
export async function jobFacts(dump: DumpContext): Promise<JobFacts> {
  const { ranks } = await jobSplits(dump);
  const facts = new Collected<JobFactId>();
  const environment = new Collected<string>();
  facts.add('ranks', String(ranks.length));
  for (const { rank } of ranks) {
    if (rank.hostName !== undefined) facts.add('hosts', rank.hostName, rank.rank);
    if (rank.device !== undefined) facts.add('devices', String(rank.device), rank.rank);
  }
  for (const rank of dump.ranks) {
    const number = rank.rank ?? rank.index;
    const metadata = await rankJson(dump, rank, 'metadata');
    const [database] = dump.paths(rank, 'profiler-db');
    const session = await unlessBroken(dump, database, (path) => readSession(dump, path));
    // What stands nearest to the profiler itself counts most.
    const told: readonly RankFacts[] = [
      { ...metadataFacts(metadata), worldSize: (await toldWorldSize(dump, rank))?.toString() },
      infoFacts(await rankJson(dump, rank, 'profiler-info')),
      sessionFacts(session, rank.hostName !== undefined),
      await kinetoFacts(dump, rank),
    ];
    for (const id of order) {
      const text = told.map((own) => own[id]).find((own) => own !== undefined && own !== '');
      if (text !== undefined) facts.add(id, text, number);
    }
    const variables = (await recordedEnvironment(dump, rank)) ?? {};
    for (const [name, value] of Object.entries(variables)) environment.add(name, plainText(value), number);
  }
  for (const path of dump.clusterPaths('cluster-db')) {
    const job = await unlessBroken(dump, path, (own) => readClusterJob(dump, own));
    for (const { rank, device, hostName, hostUid } of job?.places ?? []) {
      if (dump.ranks.some((own) => own.rank === rank)) continue;
      facts.add('hosts', hostName || hostUid, rank);
      facts.add('devices', String(device), rank);
    }
  }
  return {
    facts: facts.all(order).map(({ key, values }): JobFact => ({ id: key, values })),
    environment: environment
      .all()
      .map(({ key, values }) => ({ name: key, values }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

/** Options of the profiler that say nothing when they are off. */
const options = [
  'record_shapes',
  'profile_memory',
  'with_stack',
  'with_flops',
  'with_modules',
  '_l2_cache',
  '_op_attr',
  '_msprof_tx',
  '_mstx',
  '_sys_io',
  '_sys_interconnection',
] as const;

/** profiler_info_N.json. Older ones have other keys: `_wait` for `wait`. */
function infoFacts(info: unknown): RankFacts {
  const common = at(info, 'config', 'common_config');
  const experimental = at(info, 'config', 'experimental_config');
  const on = options.filter((name) => at(common, name) === true || at(experimental, name) === true);
  const activities = at(common, 'activities');
  const schedule = Object.entries(entriesOf(at(common, 'schedule')));
  const end = at(info, 'end_info', 'collectionTimeEnd');
  return {
    level: textOf(at(experimental, '_profiler_level')),
    metrics: textOf(at(experimental, '_aic_metrics')),
    activities: Array.isArray(activities)
      ? activities.map((one) => plainText(one).replace(/^.*\./, '')).join(', ')
      : undefined,
    options: on.length === 0 ? undefined : on.map((name) => name.replace(/^_/, '')).join(', '),
    schedule: schedule.map(([name, value]) => `${name.replace(/^_/, '')} ${plainText(value)}`).join(', '),
    framework: versioned('torch_npu', at(info, 'torch_npu_version')) ?? versioned('MindSpore', at(info, 'ms_version')),
    cann: textOf(at(info, 'cann_version')),
    // To the second: when the ranks end differs by less, and tells nothing.
    collectionEnd: typeof end === 'number' ? `${new Date(end / 1e6).toISOString().slice(0, 19)}Z` : undefined,
  };
}

/** The profiler's own database. `hasHost`: the rank's folder has told already. */
function sessionFacts(session: ProfilerSession | undefined, hasHost: boolean): RankFacts {
  if (!session) return {};
  const { ranks, hostName, deviceNames } = session;
  const names = [...new Set(deviceNames.values())];
  return {
    hosts: hasHost ? undefined : hostName,
    devices: ranks.map(({ device }) => device).join(', '),
    deviceName: names.join(', '),
  };
}

function metadataFacts(metadata: unknown): RankFacts {
  const args = entriesOf(at(metadata, 'distributed_args'));
  const sizes = Object.entries(args).filter(
    ([name, value]) => /_parallel(_size)?$/.test(name) && (typeof value === 'number' || value === true),
  );
  return {
    parallel: sizes.map(([name, value]) => parallelText(name, value)).join(', '),
  };
}

const shortNames: Readonly<Record<string, string>> = {
  tensor_model_parallel_size: 'TP',
  pipeline_model_parallel_size: 'PP',
  data_parallel_size: 'DP',
  context_parallel_size: 'CP',
  expert_model_parallel_size: 'EP',
};

function parallelText(name: string, value: unknown): string {
  return value === true ? name.replaceAll('_', ' ') : `${shortNames[name] ?? name} ${plainText(value)}`;
}

function versioned(name: string, version: unknown): string | undefined {
  const text = textOf(version);
  return text === undefined ? undefined : `${name} ${text}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function plainText(value: unknown): string {
  return textOf(value) ?? JSON.stringify(value) ?? '';
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** Keys with their distinct texts, and which ranks say so. */
class Collected<K extends string> {
  /** Each rank once: several of its files may say the same. */
  readonly #values = new Map<K, Map<string, Set<number>>>();

  add(key: K, text: string, rank?: number): void {
    const values = this.#values.get(key) ?? new Map<string, Set<number>>();
    const ranks = values.get(text) ?? new Set<number>();
    if (rank !== undefined) ranks.add(rank);
    values.set(text, ranks);
    this.#values.set(key, values);
  }

  /** In this order of the keys; without one, as they came. What most ranks say is first. */
  all(keys: readonly K[] = [...this.#values.keys()]): { readonly key: K; readonly values: readonly FactValue[] }[] {
    return keys.flatMap((key) => {
      const values = this.#values.get(key);
      if (!values) return [];
      const sorted = [...values].map(([text, ranks]) => ({ text, ranks: [...ranks] }));
      return [{ key, values: sorted.sort((a, b) => b.ranks.length - a.ranks.length) }];
    });
  }
}
