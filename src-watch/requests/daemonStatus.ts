/** What daemons say of themselves, in either dialect: dynolog’s tells that it runs, msMonitor’s what its processes do. */

export interface DaemonStatus {
  /** `idle`: a profile can be taken. `busy`: one, or the light monitor, is under way. `no-process`: none has announced itself. */
  readonly state: 'idle' | 'busy' | 'no-process' | 'running';
  /** Of msMonitor. */
  readonly step?: number;
  /** Its light monitor is on: processes of the job take no profile meanwhile. */
  readonly isMonitoring?: true;
}

/** Undefined: it answers otherwise. */
export function statusOfAnswer(text: string): DaemonStatus | undefined {
  const answer = objectOf(text);
  if (!answer) return undefined;
  if (typeof answer.nputrace !== 'string') return answer.status === 1 ? { state: 'running' } : undefined;
  const states = [answer.nputrace, String(answer.npumonitor ?? 'Idle')];
  const step = Number(answer.current_step);
  const isMonitoring = states[1] === 'Running';
  const own = {
    ...(Number.isInteger(step) && step >= 0 && { step }),
    ...(isMonitoring && { isMonitoring }),
  };
  if (states.some((state) => state === 'Running' || state === 'Ready')) return { state: 'busy', ...own };
  return { state: states[0] === 'Uninitialized' ? 'no-process' : 'idle', ...own };
}

/** Undefined: it does not say. */
export function versionOfAnswer(text: string): string | undefined {
  const version = objectOf(text)?.version;
  return typeof version === 'string' && version !== '' ? version.slice(0, 40) : undefined;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Whoever answers so is no such daemon.
    return undefined;
  }
}
