import type { SecureContextOptions } from 'node:tls';
import type { DaemonHost } from '../../src-watch/requests/hostList';
import { gpuConfig, npuConfig, type ProfileRequest } from '../../src-watch/requests/profileRequest';
import { onDemandRequest } from '../../src-watch/requests/wireFormat';
import type { AlarmEvent } from '../../src-watch/rule/jobWatch';
import { type Spoken, SpokenError, spoken } from '../../src-watch/words/spoken';
import type { Language } from '../../src-watch/words/words';
import { askDaemons, askMonitors, type HostOutcome } from './askDaemons';
import { roomFor, sizeText } from './before/room';
import { readTls } from './daemonTls';
import { dynamicProfilePath, nextDynamicProfile, requestDynamicProfile } from './dynamicProfile';
import { failureText } from './hostFailure';
import { hostsOf, nameOf, type ProfileWay, placeOfDump } from './profileWay';
import { runUserCommand } from './userCommand';

/** Each host has so long for its answer. */
export const HOST_MS = 5_000;
/** GPUs begin at the same instant on all hosts: the last of them has been asked by then. */
const AHEAD_MS = 10_000;
const LEAST_MS = 500;
const MAX_NAMED = 8;
/** More than a host runs of a job. */
const ALL_PROCESSES = 1_000;

export interface ProfileAnswer {
  readonly said: Spoken;
  /** So many ranks take it, or more; undefined: nobody knows. */
  readonly processes: number | undefined;
}

/** Asks for it, now. Rejects with a `SpokenError` where nobody takes a profile. */
export type SendProfile = (signal: AbortSignal) => Promise<ProfileAnswer>;

export interface ProfileTrigger {
  /**
   * All that can be done before anybody hears of it: whether there is room, what is sent. Rejects with a `SpokenError` where there is none. `dump`
   * (`dumpName`): what the new folder, or file, is called.
   */
  prepare(alarm: AlarmEvent, reason: string, dump: string): Promise<SendProfile>;
  /** What would be sent, written or run. */
  wouldAsk(alarm: AlarmEvent, reason: string, dump: string): Promise<string>;
}

/**
 * Reads hosts and certificates at once: a mistake is told before there is an alarm, as a `HostListError` or a `TlsError`.
 * `ranksOfJob`: how many it is known to have by then; undefined: nothing tells.
 */
export function profileTrigger(
  way: ProfileWay,
  seenAs?: string,
  ranksOfJob: () => number | undefined = () => undefined,
): ProfileTrigger {
  const room = async (request: ProfileRequest): Promise<void> => {
    const asked = way.kind === 'command' ? way : { ...way, request };
    const { needed, free, folder } = await roomFor(asked, seenAs, ranksOfJob());
    if (free === undefined || free >= needed) return;
    const values = { size: sizeText(needed), free: sizeText(free), path: folder };
    throw new SpokenError(spoken('room.short', values));
  };
  switch (way.kind) {
    case 'command': {
      const { command } = way;
      const environment = (alarm: AlarmEvent, reason: string, dump: string): Readonly<Record<string, string>> => {
        const output = placeOfDump(way, dump);
        return { ...environmentOf(alarm, reason), ...(output !== undefined && { TRACELANE_OUTPUT: output }) };
      };
      return {
        prepare: async (alarm, reason, dump) => async (signal) => {
          const said = await runUserCommand(command, environment(alarm, reason, dump), signal);
          return { said, processes: undefined };
        },
        wouldAsk: async (alarm, reason, dump) => {
          const told = Object.entries(environment(alarm, reason, dump)).map(
            ([name, own]) => `${name}=${JSON.stringify(own)}`,
          );
          return `${told.join(' ')} sh -c ${JSON.stringify(command)}`;
        },
      };
    }
    case 'dynamic': {
      const { folder } = way;
      const named = (alarm: AlarmEvent, dump: string): ProfileRequest => ({
        ...withRanks(way.request, alarm),
        output: placeOfDump(way, dump) ?? '',
      });
      return {
        prepare: async (alarm, _reason, dump) => {
          await room(withRanks(way.request, alarm));
          const request = named(alarm, dump);
          return async () => {
            await requestDynamicProfile(folder, request);
            const said = spoken('dynamic.written', { path: dynamicProfilePath(folder) });
            return { said, processes: request.ranks.length || undefined };
          };
        },
        wouldAsk: async (alarm, _reason, dump) => {
          const text: unknown = JSON.parse(await nextDynamicProfile(folder, named(alarm, dump)));
          return `${dynamicProfilePath(folder)} ${JSON.stringify(text)}`;
        },
      };
    }
    case 'npu-daemons':
    case 'gpu-daemons': {
      const hosts = hostsOf(way.hosts);
      const tlsOf = (): SecureContextOptions | undefined => way.tls && readTls(way.tls);
      tlsOf();
      // GPUs know no ranks.
      const wanted = (alarm: AlarmEvent): ProfileRequest =>
        way.kind === 'npu-daemons' ? withRanks(way.request, alarm) : { ...way.request, ranks: [] };
      const messageOf = (alarm: AlarmEvent, dump: string): string => {
        const request = { ...wanted(alarm), output: placeOfDump(way, dump) ?? '' };
        const config = way.kind === 'npu-daemons' ? npuConfig(request) : gpuRequest(request, alarm, Date.now());
        // Of ranks that are chosen none may be left out, since its process announced itself behind others: they alone take a profile.
        const limit = request.ranks.length > 0 ? Math.max(way.processLimit, ALL_PROCESSES) : way.processLimit;
        return onDemandRequest(config, limit, way.jobId);
      };
      return {
        // A watcher runs for days: certificates may have been exchanged meanwhile.
        prepare: async (alarm, _reason, dump) => {
          const request = wanted(alarm);
          await room(request);
          const tls = tlsOf();
          return async () => {
            // What is sent has the moment in it at which GPUs begin.
            const ask = way.kind === 'npu-daemons' ? askMonitors : askDaemons;
            const answer = said(hosts, await ask(hosts, messageOf(alarm, dump), HOST_MS, tls));
            // Daemons hand a request to whoever has announced itself: of ranks that were chosen these alone take a profile.
            return request.ranks.length > 0 ? { ...answer, processes: request.ranks.length } : answer;
          };
        },
        wouldAsk: async (alarm, _reason, dump) => `${hosts.map(nameOf).join(', ')} ${messageOf(alarm, dump)}`,
      };
    }
  }
}

/** Where one rank is slower than its peers, it and two of these are enough. */
function withRanks(request: ProfileRequest, { profileRanks }: AlarmEvent): ProfileRequest {
  return profileRanks && request.ranks.length === 0 ? { ...request, ranks: profileRanks } : request;
}

function gpuRequest(request: ProfileRequest, alarm: AlarmEvent, nowMs: number): string {
  const durationMs = Math.max(LEAST_MS, Math.ceil((request.steps * alarm.durationNs) / 1e6));
  return gpuConfig(request, nowMs + AHEAD_MS, durationMs);
}

function environmentOf(alarm: AlarmEvent, reason: string): Readonly<Record<string, string>> {
  return {
    TRACELANE_REASON: reason,
    TRACELANE_ALARM: String(alarm.number),
    TRACELANE_STEP: String(alarm.step),
    TRACELANE_STEP_MS: String(alarm.durationNs / 1e6),
    TRACELANE_SCORE: String(alarm.score),
    ...(alarm.profileRanks && { TRACELANE_RANKS: alarm.profileRanks.join(',') }),
    ...(alarm.slowestRank !== undefined && { TRACELANE_RANK: String(alarm.slowestRank) }),
  };
}

/** Who takes a profile, and why the others do not. Throws where nobody does. */
function said(hosts: readonly DaemonHost[], outcomes: readonly HostOutcome[]): ProfileAnswer {
  const taking = outcomes.filter((own) => own.kind === 'taking');
  const processes = taking.reduce((sum, { count }) => sum + count, 0);
  const sentences = [spoken('hosts.taking', { taking: taking.length, all: hosts.length, processes })];
  for (const kind of ['busy', 'monitoring', 'no-match', 'unclear', 'failed'] as const) {
    const own = outcomes.flatMap((outcome, at) => (outcome.kind === kind ? { outcome, host: hosts[at] } : []));
    if (own.length === 0) continue;
    const listIn = (language: Language): string => {
      const named = own.slice(0, MAX_NAMED).map(({ outcome, host }) => {
        const why = whyNot(outcome, language);
        return nameOf(host) + (why === '' ? '' : ` (${why})`);
      });
      return named.join(', ') + (own.length > named.length ? ', …' : '');
    };
    sentences.push(spoken(`hosts.${kind}`, (language) => ({ count: own.length, list: listIn(language) })));
  }
  const whole = { en: sentences.map(({ en }) => en).join(' '), zh: sentences.map(({ zh }) => zh).join('') };
  if (taking.length === 0) throw new SpokenError(whole);
  return { said: whole, processes };
}

function whyNot(outcome: HostOutcome, language: Language): string {
  if (outcome.kind === 'failed') return failureText(outcome.failure, language);
  return outcome.kind === 'unclear' ? outcome.said : '';
}
