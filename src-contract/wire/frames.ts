/**
 * Frames of the WebSocket between a window and the browser host. The connection may drop and come back: the window
 * sends every unanswered call again, the host every answer that was not acknowledged, and neither runs a call twice.
 */
import { type EngineCall, isEngineCall, isRecord } from './engineCall';

/** Window → host. */
export type WindowFrame =
  | { readonly kind: 'call'; readonly call: EngineCall }
  /** The answer to this call has arrived; the host may forget it. */
  | { readonly kind: 'received'; readonly id: string };

/** Host → window. */
export type HostFrame =
  | { readonly kind: 'answer'; readonly id: string; readonly message: unknown }
  /** Sent every `beatMs`, so that a window notices a connection that is dead but not closed. */
  | { readonly kind: 'beat' };

export const beatMs = 10_000;
/** Silence after which a window gives the connection up and opens another. */
export const silenceLimitMs = 35_000;

/** Path of the WebSocket, below the page's; `?session=` names the window, so that it finds its calls again after a drop. */
export const enginePath = '/engine';
export const sessionIdPattern = /^[0-9a-f]{32}$/;

/** Close codes after which a window must not come back (4000–4999 are for applications). */
export const closeCodes = { protocolError: 4400, hostEnding: 4410 } as const;

export function isWindowFrame(value: unknown): value is WindowFrame {
  if (!isRecord(value)) return false;
  if (value.kind === 'call') return isEngineCall(value.call);
  return value.kind === 'received' && typeof value.id === 'string';
}

export function isHostFrame(value: unknown): value is HostFrame {
  if (!isRecord(value)) return false;
  return value.kind === 'beat' || (value.kind === 'answer' && typeof value.id === 'string');
}
