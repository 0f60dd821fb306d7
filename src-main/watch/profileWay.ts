import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { outputOfDump } from '../../src-watch/requests/dumpName';
import { type DaemonHost, hostList } from '../../src-watch/requests/hostList';
import type { ProfileRequest } from '../../src-watch/requests/profileRequest';
import type { TlsFiles } from './daemonTls';

/** How a profile is asked for. */
export type ProfileWay =
  /** A shell command of the user’s own; it is told where a dump is looked for. */
  | { readonly kind: 'command'; readonly command: string; readonly output?: string }
  /** Daemons of dynolog or msMonitor on these hosts; the list as it was given, `@FILE` for one in a file. */
  | {
      readonly kind: 'npu-daemons' | 'gpu-daemons';
      readonly hosts: string;
      readonly processLimit: number;
      /** That the processes have announced themselves with; undefined: 0. */
      readonly jobId?: number;
      /** Undefined: connections are plain. */
      readonly tls?: TlsFiles;
      readonly request: ProfileRequest;
    }
  /** torch_npu’s `profiler_config.json` in this folder. */
  | { readonly kind: 'dynamic'; readonly folder: string; readonly request: ProfileRequest };

/** Where a dump of this name comes to lie on the hosts of the job; undefined: nobody knows. */
export function placeOfDump(way: ProfileWay, dump: string): string | undefined {
  if (way.kind === 'command') return way.output && outputOfDump(way.output, dump, 'folder');
  return outputOfDump(way.request.output, dump, way.kind === 'gpu-daemons' ? 'file' : 'folder');
}

/** `@FILE` is a list in a file. Throws a `HostListError`. */
export function hostsOf(given: string): readonly DaemonHost[] {
  return hostList(given.startsWith('@') ? readFileSync(resolve(given.slice(1)), 'utf8') : given);
}

export function nameOf({ host, port }: DaemonHost): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
