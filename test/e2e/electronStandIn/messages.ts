/** What the stand-in's process, the test that drives Chromium for it, and its pages tell each other. */
import { type Codec, createCodec } from '../../../src-contract/wire/codec';

/** What a scheme was registered with; see `protocol.registerSchemesAsPrivileged`. */
export interface SchemePrivileges {
  readonly scheme: string;
  readonly privileges: Electron.Privileges;
}

/** From the stand-in's process to the test: what is to be done in Chromium. Windows are told by their number. */
export type ToDriver =
  | { readonly kind: 'schemes'; readonly schemes: readonly SchemePrivileges[] }
  | {
      readonly kind: 'open';
      readonly window: number;
      readonly preload: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'load'; readonly window: number; readonly url: string }
  | { readonly kind: 'resize'; readonly window: number; readonly width: number; readonly height: number }
  | { readonly kind: 'granted'; readonly origin: string; readonly permissions: readonly string[] }
  | { readonly kind: 'close'; readonly window: number }
  /** `text` is a `ToPage`. */
  | { readonly kind: 'to-page'; readonly window: number; readonly text: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

/** From the test to the stand-in's process: what has happened in Chromium, and what is asked. */
export type ToStandIn =
  /** `text` is a `FromPage`. */
  | { readonly kind: 'from-page'; readonly window: number; readonly text: string }
  | { readonly kind: 'loaded'; readonly window: number }
  | { readonly kind: 'load-failed'; readonly window: number; readonly message: string }
  | { readonly kind: 'page-closed'; readonly window: number }
  | { readonly kind: 'page-crashed'; readonly window: number }
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly args: readonly unknown[] };

export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Navigation {
  readonly window: number;
  readonly url: string;
  readonly isMainFrame: boolean;
}

/** From a page's preload script to the main process. */
export type FromPage = { readonly document: string } & (
  | { readonly kind: 'begin'; readonly url: string }
  | { readonly kind: 'painted' }
  | { readonly kind: 'preload-error'; readonly message: string }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'port-message'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly port: number }
);

/** From the main process to a page's document; one that has gone since gets nothing. */
export type ToPage = { readonly document: string } & (
  | {
      readonly kind: 'send';
      readonly channel: string;
      readonly args: readonly unknown[];
      readonly ports: readonly number[];
    }
  | { readonly kind: 'invoked'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'invoke-failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'port-message'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly port: number }
);

/** Names in a page's global object by which the test and the preload's surroundings meet. */
export const pageNames = { send: '__electronStandInSend', receive: '__electronStandInReceive' } as const;

/** Messages as text, which is what goes through the test to a page and back. */
export interface TextCodec<Out, In> {
  encode(message: Out): string;
  decode(text: string): In;
}

export function createTextCodec<Out, In>(): TextCodec<Out, In> {
  const codec: Codec = createCodec();
  return {
    encode: (message) => {
      let binary = '';
      const bytes = codec.encode(message);
      // In pieces: a call with hundreds of thousands of arguments overflows the stack.
      for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(binary);
    },
    decode: (text) => codec.decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))) as In,
  };
}
