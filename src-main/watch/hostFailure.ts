import { systemCode } from '../../src-contract/wire/systemErrors';
import { WireError } from '../../src-watch/requests/wireFormat';
import { type Language, type WordId, words } from '../../src-watch/words/words';

/** Why a host gave no answer, in words of either language. */
export interface HostFailure {
  readonly id: Extract<WordId, `host.${string}`>;
  readonly values: Readonly<Record<string, string | number>>;
}

/** What the system, and OpenSSL, say of hosts. */
const reasons: Readonly<Record<string, HostFailure['id']>> = {
  ECONNREFUSED: 'host.refused',
  ENOTFOUND: 'host.unknown',
  EAI_AGAIN: 'host.unknown-now',
  EHOSTUNREACH: 'host.no-way',
  ENETUNREACH: 'host.no-way',
  ETIMEDOUT: 'host.no-way',
  ECONNRESET: 'host.reset',
  EPIPE: 'host.reset',
  CERT_HAS_EXPIRED: 'host.tls-expired',
  CERT_NOT_YET_VALID: 'host.tls-early',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'host.tls-other-ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'host.tls-other-ca',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'host.tls-other-ca',
  UNABLE_TO_GET_ISSUER_CERT: 'host.tls-other-ca',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'host.tls-other-ca',
  CERT_SIGNATURE_FAILURE: 'host.tls-other-ca',
  CERT_REVOKED: 'host.tls-revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'host.tls-other-name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'host.tls-none',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'host.tls-none',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'host.tls-refused-expired',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'host.tls-refused',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'host.tls-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'host.tls-refused',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'host.tls-refused',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'host.tls-refused',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'host.tls-refused',
};

export function hostFailure(error: unknown): HostFailure {
  if (error instanceof WireError) return { id: error.id, values: error.values };
  const code = systemCode(error);
  if (code !== undefined && Object.hasOwn(reasons, code)) return { id: reasons[code], values: {} };
  if (code !== undefined) return { id: 'host.other', values: { code } };
  // Whatever else it is, one host must not hide what the others say.
  return { id: 'host.other', values: { code: error instanceof Error ? error.message : String(error) } };
}

export function failureText({ id, values }: HostFailure, language: Language): string {
  return words(id, values, language);
}
