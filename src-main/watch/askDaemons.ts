import { createConnection } from 'node:net';
import { type SecureContextOptions, connect as tlsConnect } from 'node:tls';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { type DaemonOutcome, onDemandOutcome } from '../../src-watch/requests/daemonAnswer';
import { statusOfAnswer } from '../../src-watch/requests/daemonStatus';
import type { DaemonHost } from '../../src-watch/requests/hostList';
import { frame, requestText, unframe, WireError } from '../../src-watch/requests/wireFormat';
import { type HostFailure, hostFailure } from './hostFailure';

export type HostOutcome =
  | DaemonOutcome
  | { readonly kind: 'failed'; readonly failure: HostFailure }
  /** The daemon has handed the request on, and the job does not hear it: its light monitor is on. */
  | { readonly kind: 'monitoring' };

/** So many hosts are asked at once. */
const AT_ONCE = 256;

/** All hosts at once; each has so long, whatever its daemon does. Never rejects. */
export async function askDaemons(
  hosts: readonly DaemonHost[],
  request: string,
  timeoutMs: number,
  tls?: SecureContextOptions,
): Promise<readonly HostOutcome[]> {
  return ofEach(hosts, (host) => askDaemon(host, request, timeoutMs, tls));
}

/** The same of msMonitor's, which hand a request on whether or not the job can follow it. */
export async function askMonitors(
  hosts: readonly DaemonHost[],
  request: string,
  timeoutMs: number,
  tls?: SecureContextOptions,
): Promise<readonly HostOutcome[]> {
  return ofEach(hosts, async (host) => {
    const outcome = await askDaemon(host, request, timeoutMs, tls);
    if (outcome.kind !== 'taking') return outcome;
    return (await isMonitoring(host, timeoutMs, tls)) ? { kind: 'monitoring' } : outcome;
  });
}

async function askDaemon(
  host: DaemonHost,
  request: string,
  timeoutMs: number,
  tls: SecureContextOptions | undefined,
): Promise<HostOutcome> {
  try {
    return onDemandOutcome(await exchange(host, request, timeoutMs, tls));
  } catch (error) {
    return { kind: 'failed', failure: hostFailure(error) };
  }
}

async function isMonitoring(
  host: DaemonHost,
  timeoutMs: number,
  tls: SecureContextOptions | undefined,
): Promise<boolean> {
  try {
    const answer = await exchange(host, requestText({ fn: 'getStatus' }), timeoutMs, tls);
    return statusOfAnswer(answer)?.isMonitoring === true;
  } catch {
    // It has taken the request: that it does not say more is no reason to doubt it.
    return false;
  }
}

/** What each host gives, in their order; so many are under way at once. */
export async function ofEach<T>(
  hosts: readonly DaemonHost[],
  ask: (host: DaemonHost) => Promise<T>,
): Promise<readonly T[]> {
  const answers: T[] = [];
  let next = 0;
  const some = async (): Promise<void> => {
    for (let at = next++; at < hosts.length; at = next++) answers[at] = await ask(hosts[at]);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, hosts.length) }, some));
  return answers;
}

/** One request a connection. Rejects with the system’s or OpenSSL’s error, or a `WireError`. */
export function exchange(
  { host, port }: DaemonHost,
  request: string,
  timeoutMs: number,
  tls?: SecureContextOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls ? tlsConnect({ host, port, ...tls }) : createConnection({ host, port });
    let received = new Uint8Array(0);
    const end = (settle: () => void): void => {
      clearTimeout(late);
      socket.destroy();
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
    // Of the whole exchange: a daemon that sends a byte now and then gets no more.
    const late = setTimeout(() => fail(new WireError('host.late', { seconds: timeoutMs / 1000 })), timeoutMs);
    let isConnected = false;
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      socket.write(frame(request));
    });
    const hungUp = (): WireError => {
      if (received.length > 0) return new WireError('host.cut');
      if (!tls) return new WireError('host.hung-up');
      // By TLS 1.3 a client hears only behind the greeting that it is refused, if at all.
      return new WireError(isConnected ? 'host.tls-hung-up' : 'host.tls-no-greeting');
    };
    socket.on('data', (chunk: Buffer) => {
      const whole = new Uint8Array(received.length + chunk.length);
      whole.set(received);
      whole.set(chunk, received.length);
      received = whole;
      try {
        if (!tls && isTlsAlert(received)) throw new WireError('host.tls-wanted');
        const answer = unframe(received);
        if (answer !== undefined) end(() => resolve(answer));
      } catch (error) {
        fail(error as Error);
      }
    });
    socket.once('error', (error) => fail(tls && systemCode(error) === 'ECONNRESET' ? hungUp() : error));
    socket.once('close', () => fail(hungUp()));
  });
}

/** What a server that speaks TLS says to somebody who does not; as a length it would be 200 kB. */
function isTlsAlert(bytes: Uint8Array): boolean {
  return bytes.length >= 3 && bytes[0] === 0x15 && bytes[1] === 0x03 && bytes[2] <= 0x04;
}
