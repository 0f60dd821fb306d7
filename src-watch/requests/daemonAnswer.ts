/** What daemons answer to a request for a profile. */

export type DaemonOutcome =
  /** So many processes take a profile. */
  | { readonly kind: 'taking'; readonly count: number }
  /** A profile or the light monitor is under way: they exclude each other. */
  | { readonly kind: 'busy'; readonly count: number }
  /** No process of the job has announced itself. */
  | { readonly kind: 'no-match' }
  /** It answered something else. */
  | { readonly kind: 'unclear'; readonly said: string };

const MAX_SAID = 200;

export function onDemandOutcome(text: string): DaemonOutcome {
  const answer = objectOf(text);
  const matched = answer?.processesMatched;
  if (!answer || !Array.isArray(matched)) return { kind: 'unclear', said: text.slice(0, MAX_SAID) };
  if (matched.length === 0) return { kind: 'no-match' };
  const busy = Number(answer.activityProfilersBusy ?? 0);
  const triggered = answer.activityProfilersTriggered;
  const count = Array.isArray(triggered) ? triggered.length : matched.length - busy;
  return count > 0 ? { kind: 'taking', count } : { kind: 'busy', count: busy };
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Whoever answers so is no such daemon; what it said is told.
    return undefined;
  }
}
