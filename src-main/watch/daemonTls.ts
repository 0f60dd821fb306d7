import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { SpokenError, spoken } from '../../src-watch/words/spoken';
import { systemText } from '../../src-watch/words/systemText';

/** What msMonitor’s daemons want to see, and what they are held against: paths of PEM files. */
export interface TlsFiles {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
  /** Of a key that is encrypted; from the environment, never from an argument. */
  readonly password: string | undefined;
}

/** msMonitor’s own client takes this word for none. */
export const NO_CERTS = 'NO_CERTS';

/** A certificate, or a key, that can’t be used. */
export class TlsError extends SpokenError {
  override readonly name = 'TlsError';
}

/** Of a folder, by the names that msMonitor’s own client wants. */
export function tlsFilesOf(folder: string, password: string | undefined): TlsFiles {
  const path = (name: string): string => join(folder, name);
  return { ca: path('ca.crt'), certificate: path('client.crt'), key: path('client.key'), password };
}

/** As whoever starts a program says it in the environment; undefined: connections are plain. */
export function tlsOfEnvironment(environment: Readonly<Record<string, string | undefined>>): TlsFiles | undefined {
  const { TRACELANE_CERTS_DIR: folder = '', TRACELANE_KEY_PASSWORD: password } = environment;
  return folder === '' || folder === NO_CERTS ? undefined : tlsFilesOf(resolve(folder), password);
}

/** Read and looked at before anybody is asked. Throws a `TlsError`. */
export function readTls(files: TlsFiles, nowMs = Date.now()): SecureContextOptions {
  const say = (id: Parameters<typeof spoken>[0], path: string, more = {}): TlsError =>
    new TlsError(spoken(id, { path, ...more }));
  const read = (path: string): Buffer => {
    try {
      return readFileSync(path);
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      throw new TlsError(spoken('tls.unreadable', (language) => ({ path, reason: systemText(code, language) })));
    }
  };
  const certificateOf = (path: string): { readonly pem: Buffer; readonly own: X509Certificate } => {
    const pem = read(path);
    let own: X509Certificate;
    try {
      own = new X509Certificate(pem);
    } catch {
      throw say('tls.no-certificate', path);
    }
    if (Date.parse(own.validTo) <= nowMs) throw say('tls.expired', path, { date: dayOf(own.validTo) });
    if (Date.parse(own.validFrom) > nowMs) throw say('tls.early', path, { date: dayOf(own.validFrom) });
    return { pem, own };
  };
  const ca = certificateOf(files.ca);
  const client = certificateOf(files.certificate);
  const key = read(files.key);
  const passphrase = files.password;
  let opened: KeyObject;
  try {
    opened = createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    const isEncrypted = key.includes('ENCRYPTED');
    throw say(!isEncrypted ? 'tls.no-key' : passphrase === undefined ? 'tls.locked' : 'tls.wrong-password', files.key);
  }
  if (!client.own.checkPrivateKey(opened)) throw say('tls.other-key', files.key, { certificate: files.certificate });
  return { ca: ca.pem, cert: client.pem, key, ...(passphrase !== undefined && { passphrase }) };
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10);
}
