/** What is told before a profile is asked for by hand: what it collects, costs and comes to, and how the hosts are. */
import { profileCost } from '../../../src-contract/profiling/costs';
import { neededVersions, verdictOn } from '../../../src-contract/profiling/versions';
import { levelLine, metricsLine } from '../../../src-contract/profiling/words';
import { type DaemonStatus, statusOfAnswer, versionOfAnswer } from '../../../src-watch/requests/daemonStatus';
import type { DaemonHost } from '../../../src-watch/requests/hostList';
import { requestText } from '../../../src-watch/requests/wireFormat';
import { type Language, type WordId, words } from '../../../src-watch/words/words';
import { exchange, ofEach } from '../askDaemons';
import { readTls, type TlsFiles } from '../daemonTls';
import { failureText, type HostFailure, hostFailure } from '../hostFailure';
import { hostsOf, nameOf, type ProfileWay } from '../profileWay';
import { type ProfileRoom, roomFor, sizeText } from './room';

/** Each host has so long for each of both questions. */
const HOST_MS = 5_000;
const MAX_NAMED = 8;

export interface HostState {
  readonly host: DaemonHost;
  readonly status: DaemonStatus | undefined;
  readonly version: string | undefined;
  readonly failure: HostFailure | undefined;
}

/** A sentence each. Never asks for a profile. Throws a `HostListError`, or a `TlsError`. */
export async function beforeProfile(
  way: ProfileWay,
  seenAs: string | undefined,
  language: Language,
): Promise<readonly string[]> {
  if (way.kind === 'command') return [];
  const { level, metrics } = way.request;
  const collected = [levelLine(level, language), ...(metrics ? [metricsLine(metrics, language)] : [])];
  const costs = costTexts(way, await factsBefore(way, seenAs), language);
  return [...(way.kind === 'gpu-daemons' ? [] : collected), ...costs];
}

type AskedWay = Exclude<ProfileWay, { readonly kind: 'command' }>;

export interface FactsBefore {
  readonly room: ProfileRoom;
  /** Of the daemons that would be asked; empty: there are none. */
  readonly hosts: readonly HostState[];
}

/** `ofJob`: ranks that the job is known to have. Throws as `beforeProfile` does. */
export async function factsBefore(way: AskedWay, seenAs: string | undefined, ofJob?: number): Promise<FactsBefore> {
  const hosts = way.kind === 'dynamic' ? [] : await hostStates(hostsOf(way.hosts), way.tls);
  return { room: await roomFor(way, seenAs, ofJob), hosts };
}

/** As many sentences in each language. */
export function costTexts(way: AskedWay, { room, hosts }: FactsBefore, language: Language): readonly string[] {
  const say = (id: WordId, values: Readonly<Record<string, string | number>> = {}): string =>
    words(id, values, language);
  const { level, hasMemory, hasStack, steps } = way.request;
  const { needed, free, folder, ranks } = room;
  const size = { size: sizeText(needed), ranks, steps, path: folder, free: sizeText(free ?? 0) };
  const isGpu = way.kind === 'gpu-daemons';
  return [
    say(isGpu ? 'before.cost-gpu' : `before.cost-${profileCost(level, hasMemory, hasStack)}`),
    say(free === undefined ? 'before.size-unseen' : 'before.size', size),
    say('before.versions', versionNames),
    ...(way.kind === 'dynamic' ? [] : stateTexts(hosts, language)),
  ];
}

const versionNames = Object.fromEntries(Object.entries(neededVersions).map(([id, { from }]) => [id, from]));

/** How daemons are, and their version; all at once. Never rejects but for certificates of ours (`TlsError`). */
export async function hostStates(
  hosts: readonly DaemonHost[],
  files: TlsFiles | undefined,
): Promise<readonly HostState[]> {
  const tls = files && readTls(files);
  return ofEach(hosts, async (host) => {
    try {
      const status = statusOfAnswer(await exchange(host, requestText({ fn: 'getStatus' }), HOST_MS, tls));
      const version = versionOfAnswer(await exchange(host, requestText({ fn: 'getVersion' }), HOST_MS, tls));
      return { host, status, version, failure: undefined };
    } catch (error) {
      return { host, status: undefined, version: undefined, failure: hostFailure(error) };
    }
  });
}

/** Who is ready, and why the others are not; who is too old. */
export function stateTexts(states: readonly HostState[], language: Language): readonly string[] {
  const isReady = ({ status }: HostState): boolean => status?.state === 'idle' || status?.state === 'running';
  const listed = (id: WordId, own: readonly HostState[], why: (own: HostState) => string = () => ''): string[] => {
    if (own.length === 0) return [];
    const named = own.slice(0, MAX_NAMED).map((one) => nameOf(one.host) + (why(one) && ` (${why(one)})`));
    const list = named.join(', ') + (own.length > named.length ? ', …' : '');
    return [words(id, { list, needed: neededVersions.msmonitor.from }, language)];
  };
  return [
    words('before.hosts', { ready: states.filter(isReady).length, all: states.length }, language),
    ...listed(
      'hosts.busy',
      states.filter(({ status }) => status?.state === 'busy'),
    ),
    ...listed(
      'hosts.no-match',
      states.filter(({ status }) => status?.state === 'no-process'),
    ),
    ...listed(
      'hosts.unclear',
      states.filter(({ status, failure }) => !status && !failure),
    ),
    ...listed(
      'hosts.failed',
      states.filter(({ failure }) => failure),
      ({ failure }) => (failure ? failureText(failure, language) : ''),
    ),
    ...listed('before.too-old', states.filter(isTooOld), ({ version = '' }) => version),
  ];
}

/** dynolog numbers its versions otherwise: what says nothing but that it runs is one. */
function isTooOld({ status, version }: HostState): boolean {
  return (
    status !== undefined &&
    status.state !== 'running' &&
    version !== undefined &&
    verdictOn('msmonitor', version) === 'too-old'
  );
}
