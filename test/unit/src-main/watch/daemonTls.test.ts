import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { profileWay } from '../../../../src-main/cli/watch/profileArguments';
import { askDaemons } from '../../../../src-main/watch/askDaemons';
import { readTls, type TlsFiles } from '../../../../src-main/watch/daemonTls';
import { failureText } from '../../../../src-main/watch/hostFailure';
import { type MadeCertificate, makeCertificate, writeCertificate } from '../../../fixtures/certificates';
import { withLiveJob } from '../../../fixtures/liveStandIn';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ca = makeCertificate({ name: 'ca of the job', isCa: true });
const otherCa = makeCertificate({ name: 'another ca', isCa: true });
const caFile = writeCertificate(folder, 'ca', ca).certificate;
const otherCaFile = writeCertificate(folder, 'other-ca', otherCa).certificate;

function filesOf(own: Pick<MadeCertificate, 'certificate' | 'key'>, name: string, trusted = caFile): TlsFiles {
  return { ca: trusted, ...writeCertificate(folder, name, own), password: undefined };
}

const client = filesOf(makeCertificate({ name: 'client', by: ca }), 'client');
const serverOf = (name: string, wish: Partial<Parameters<typeof makeCertificate>[0]> = {}) =>
  filesOf(makeCertificate({ name: 'server', by: ca, dnsNames: ['localhost'], ...wish }), name);
const request = '{"fn": "setKinetOnDemandRequest", "config": "ACTIVITIES_LOG_FILE=/x", "process_limit": 0}';

/** What one daemon says to one client; undefined: it speaks without TLS. */
function said(server: TlsFiles | undefined, own: TlsFiles | undefined): Promise<string> {
  return outcomeOf(server, own && readTls(own));
}

/** As it is, expired or not. */
function contextOf({ ca: trusted, certificate, key }: TlsFiles): SecureContextOptions {
  return { ca: readFileSync(trusted), cert: readFileSync(certificate), key: readFileSync(key) };
}

function outcomeOf(server: TlsFiles | undefined, tls: SecureContextOptions | undefined): Promise<string> {
  return withLiveJob({ tls: server }, async ({ places }) => {
    const [outcome] = await askDaemons([{ host: '127.0.0.1', port: places.daemonPort }], request, 2_000, tls);
    return outcome.kind === 'failed' ? failureText(outcome.failure, 'en') : outcome.kind;
  });
}

test('daemons with certificates: those that fit, and each that does not, in words', async () => {
  const good = serverOf('server');
  const stranger = filesOf(makeCertificate({ name: 'client', by: otherCa }), 'stranger');
  expect(await said(good, client)).toBe('no-match');
  expect(await said(serverOf('expired', { days: [-30, -1] }), client)).toBe('its certificate has expired');
  expect(await said(serverOf('early', { days: [1, 30] }), client)).toBe('its certificate is not valid yet');
  expect(await said(serverOf('elsewhere', { by: otherCa }), client)).toBe('its certificate is not one of this CA');
  expect(await said(serverOf('own', { by: undefined }), client)).toBe('its certificate is not one of this CA');
  expect(await said(serverOf('nameless', { dnsNames: [] }), client)).toBe('its certificate is for another name');
  expect(await said(good, { ...client, ca: otherCaFile })).toBe('its certificate is not one of this CA');
  expect(await said(good, stranger)).toMatch(/refuses? our certificate$/);
  const late = filesOf(makeCertificate({ name: 'client', by: ca, days: [-9, -1] }), 'late');
  const expired = await outcomeOf(good, contextOf(late));
  expect(expired).toMatch(/refuses? our certificate/);
  expect(await said(undefined, client)).toMatch(/speaks? without TLS/);
  expect(await said(good, undefined)).toMatch(/certificates|the connection broke/);
});

test('our own files are looked at before anybody is asked: absent, none, expired, another key, encrypted', () => {
  const refuses = (own: Partial<TlsFiles>, message: string | RegExp) =>
    expect(() => readTls({ ...client, ...own })).toThrow(message);
  refuses({ ca: join(folder, 'none.crt') }, /none\.crt can’t be read: it does not exist\.$/);
  refuses({ certificate: client.key }, `${client.key} is no certificate in PEM form.`);
  refuses({ key: client.certificate }, 'is no private key in PEM form.');
  refuses({ key: serverOf('x').key }, 'does not belong to the certificate');
  const old = filesOf(makeCertificate({ name: 'client', by: ca, days: [-9, -2] }), 'old');
  refuses(old, /^The certificate .*old\.crt expired on \d{4}-\d\d-\d\d\.$/);
  const young = filesOf(makeCertificate({ name: 'client', by: ca, days: [2, 9] }), 'young');
  refuses(young, 'is not valid before');
  const locked = join(folder, 'locked.key');
  const key = createPrivateKey(readFileSync(client.key));
  const sealed = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'sesame' } as const;
  writeFileSync(locked, key.export(sealed));
  refuses({ key: locked }, 'its password belongs into TRACELANE_KEY_PASSWORD');
  refuses({ key: locked, password: 'wrong' }, 'does not open with the password');
  expect(readTls({ ...client, key: locked, password: 'sesame' })).toHaveProperty('passphrase', 'sesame');
  const unreadable = { en: '/none can’t be read: it does not exist.', zh: '无法读取 /none：文件不存在。' };
  expect(() => readTls({ ...client, ca: '/none' })).toThrow(expect.objectContaining({ said: unreadable }));
});

test('where they are: a folder as msMonitor’s client wants it, single files, or the environment', () => {
  const way = (more: object, environment = {}) => {
    const own = profileWay({ 'npu-hosts': 'a', output: '/p', ...more }, environment);
    return own?.kind === 'npu-daemons' ? own.tls : undefined;
  };
  expect(way({})).toBeUndefined();
  expect(way({ 'certs-dir': 'NO_CERTS' }, { TRACELANE_CERTS_DIR: '/c' })).toBeUndefined();
  const ofFolder = { ca: '/c/ca.crt', certificate: '/c/client.crt', key: '/c/client.key', password: 'p' };
  expect(way({ 'certs-dir': '/c' }, { TRACELANE_KEY_PASSWORD: 'p' })).toEqual(ofFolder);
  expect(way({}, { TRACELANE_CERTS_DIR: '/c', TRACELANE_KEY_PASSWORD: 'p' })).toEqual(ofFolder);
  expect(way({ 'certs-dir': '/c', 'tls-key': '/k' })).toMatchObject({ key: '/k', ca: '/c/ca.crt' });
  expect(() => way({ 'tls-key': '/k' })).toThrow('need --certs-dir, or all of');
});
