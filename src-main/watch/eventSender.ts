import type { JobWatch } from '../../src-watch/rule/jobWatch';
import { type Spoken, spoken } from '../../src-watch/words/spoken';
import type { Language } from '../../src-watch/words/words';
import { noticeOfEvent, noticeOfReport } from './outbox/notices';
import { Outbox, type SavedOutbox } from './outbox/outbox';
import type { WebhookTarget } from './outbox/sendWebhook';
import type { EventSender } from './watchOptions';

export interface SenderOptions {
  /** Undefined: nothing is sent, for now. */
  readonly target: WebhookTarget | undefined;
  readonly files: readonly string[];
  readonly limits: () => JobWatch['limits'];
  readonly language: Language;
  /** Of a message that did not arrive for sure. */
  readonly tell: (text: Spoken) => void;
  /** Of a watcher that has ended, or was killed. */
  readonly saved: SavedOutbox | undefined;
}

/** Sends alarms, drift, stalls and their ends, new starts of the job, and reports to an address of the user's. */
export function eventSender({ target, files, limits, language, tell, saved }: SenderOptions): EventSender {
  const outbox = new Outbox(
    target,
    (problem) =>
      tell(
        problem.kind === 'failed'
          ? spoken('webhook.failed', (own) => ({ tries: problem.tries, reason: problem.reason[own] }))
          : spoken('webhook.unknown'),
      ),
    saved,
  );
  return {
    outbox,
    event: (event) => {
      const notice = noticeOfEvent(event, files, limits(), language);
      if (notice) outbox.add(notice);
    },
    report: ({ alarm }, report) => outbox.add(noticeOfReport(alarm, report, files, language)),
  };
}

/** An address may be a secret in itself: whoever starts a program says both here. */
export function webhookOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  own?: string,
): WebhookTarget | undefined {
  const { TRACELANE_WEBHOOK: usual, TRACELANE_WEBHOOK_SECRET: secret } = environment;
  const url = own || usual;
  return url ? { url, secret: secret || undefined } : undefined;
}
