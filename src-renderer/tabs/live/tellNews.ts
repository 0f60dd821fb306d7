import type { Engine, LiveEvent, LiveJob, LiveJobId } from '../../../src-contract';

/** What somebody who looks at something else wants to hear of. */
const told: ReadonlySet<LiveEvent['kind']> = new Set(['alarm', 'stall', 'report']);

/** The user has allowed it. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted';
}

/**
 * A notice on the desktop for each alarm, stall and report that has come since, with its sentence; a click leads to its job.
 * Windows that tell the same show it once.
 */
export function tellNews(
  engine: Engine,
  before: readonly LiveJob[],
  now: readonly LiveJob[],
  choose: (job: LiveJobId) => void,
): void {
  for (const job of now) {
    const known = before.find(({ id }) => id === job.id);
    if (!known || job.eventCount <= known.eventCount) continue;
    engine
      .liveEvents(job.id, known.eventCount)
      .then((events) => {
        const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
        for (const { number, text } of events.filter(({ kind, isPast }) => told.has(kind) && !isPast)) {
          const notice = new Notification(job.title, { body: text[language], tag: `${job.id} ${number}` });
          notice.onclick = () => {
            window.focus();
            choose(job.id);
          };
        }
      })
      // The job has just been removed, or the banner says that the host is gone.
      .catch(() => undefined);
  }
}
