import type { LiveJobWish, LiveProfileRequest } from '../../../src-contract';
import { spoken } from '../../../src-watch/words/spoken';
import type { TlsFiles } from '../daemonTls';
import type { ProfileWay } from '../profileWay';
import { liveError } from './liveError';

/** What an alarm asks for without being asked itself: the lightest profile. */
export const usualRequest: LiveProfileRequest = {
  steps: 1,
  level: '0',
  hasMemory: false,
  hasStack: false,
  hasMstx: false,
  metrics: undefined,
  ranks: [],
};

/** `command`, `tls`: what the program was started with. Throws a `LiveJobError` where it is not set how. */
export function wayOf(
  { profile, dumps }: Pick<LiveJobWish, 'profile' | 'dumps'>,
  request: LiveProfileRequest,
  command: string | undefined,
  tls?: TlsFiles,
): ProfileWay {
  const { steps, level, hasMemory, hasStack, hasMstx, metrics, ranks } = request;
  const wanted = { steps, level, metrics, hasMemory, hasStack, hasMarks: hasMstx, ranks };
  switch (profile.kind) {
    case 'none':
      throw liveError(spoken('manual.no-way'));
    case 'command':
      if (command === undefined) throw liveError(spoken('command.none'));
      return { kind: 'command', command, ...(dumps !== undefined && { output: dumps }) };
    case 'dynamic':
      return {
        kind: 'dynamic',
        folder: profile.folder,
        request: { output: profile.output, ...wanted },
      };
    default: {
      const { kind, hosts, processLimit, output, jobId } = profile;
      const ofJob = jobId === undefined ? {} : { jobId };
      return { kind, hosts, processLimit, ...ofJob, ...(tls && { tls }), request: { output, ...wanted } };
    }
  }
}
