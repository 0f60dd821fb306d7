import { createHmac } from 'node:crypto';
import { plainly, type Spoken, spoken } from '../../../src-watch/words/spoken';
import { hostFailure } from '../hostFailure';

export interface WebhookTarget {
  readonly url: string;
  /** Signs what is sent; undefined: nothing does. */
  readonly secret: string | undefined;
}

export type Sent =
  | { readonly kind: 'sent' }
  /** `isFinal`: it would not help to try again. */
  | { readonly kind: 'failed'; readonly isFinal: boolean; readonly reason: Spoken };

const REQUEST_TIMEOUT = 408;
const TOO_MANY = 429;
const SERVER_ERRORS = 500;

/** Lower-case hex of HMAC-SHA256 over the body’s bytes, behind "sha256=": as GitHub and others sign theirs. */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** One try. Never rejects. Redirections are not followed: what is sent is for this address alone. */
export async function sendWebhook(
  { url, secret }: WebhookTarget,
  id: string,
  body: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Sent> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'tracelane',
    'x-tracelane-delivery': id,
    ...(secret !== undefined && { 'x-tracelane-signature': signatureOf(secret, body) }),
  };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return { kind: 'sent' };
    const isFinal = status !== REQUEST_TIMEOUT && status !== TOO_MANY && status < SERVER_ERRORS;
    return { kind: 'failed', isFinal, reason: plainly(`HTTP ${status}`) };
  } catch (error) {
    return { kind: 'failed', isFinal: false, reason: reasonOf(error, timeoutMs) };
  }
}

/** What fetch says is "fetch failed"; why stands behind it. */
function reasonOf(error: unknown, timeoutMs: number): Spoken {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return spoken('host.late', { seconds: timeoutMs / 1000 });
  const { id, values } = hostFailure(cause);
  return spoken(id, values);
}
