import { expect, test } from 'vitest';
import { emptyForm, LOG_PRESETS, sourceOf, wishOf } from '../../../../../src-renderer/tabs/live/jobForm';
import { limitFields, limitText, typedLimit } from '../../../../../src-renderer/tabs/live/limitFields';
import { ranksOf } from '../../../../../src-renderer/tabs/live/ranksOf';
import { webhookOf } from '../../../../../src-renderer/tabs/live/webhookOf';
import { logPresets } from '../../../../../src-watch/lines/logPresets';
import { usualStall } from '../../../../../src-watch/rule/jobWatch';
import { limitNames, limitValue } from '../../../../../src-watch/rule/limits';
import { usualKSigma } from '../../../../../src-worker/model/stepSeries/kSigma';

test('limits are those of the command, and are read as it reads them', () => {
  expect(limitFields).toEqual(limitNames.map(({ flag: _, ...own }) => own));
  for (const [at, field] of limitFields.entries()) {
    const usual = usualKSigma[field.limit];
    expect(typedLimit(field, limitText(field, usual))).toBe(usual);
    for (const text of [
      '0',
      '1',
      '2',
      '7.5',
      '90m',
      '2h',
      '1.5d',
      '36500d',
      '-1',
      '',
      'x',
      '1e3',
      '100001',
      '1000001',
    ]) {
      let wanted: number | undefined;
      try {
        wanted = limitValue(limitNames[at], '', text);
      } catch {
        // The command refuses it.
      }
      expect([field.limit, text, typedLimit(field, text)]).toEqual([field.limit, text, wanted]);
    }
  }
});

test('presets of logs are those that there are', () => {
  const titles = Object.fromEntries(Object.entries(logPresets).map(([id, { title }]) => [id, title]));
  expect(LOG_PRESETS).toEqual(titles);
});

test('a form is a wish once it has all that it needs', () => {
  expect(sourceOf({ ...emptyForm, paths: ' \n ' })).toBeUndefined();
  const form = { ...emptyForm, paths: ' /a/x.log \n\n/b' };
  const source = { kind: 'log', paths: ['/a/x.log', '/b'] };
  expect(wishOf(form)).toEqual({
    ...{ source, limits: {}, profile: { kind: 'none' }, dumps: undefined },
    stall: usualStall,
  });
  expect(sourceOf({ ...form, preset: 'megatron' })).toEqual({ ...source, pattern: 'megatron' });
  expect(sourceOf({ ...form, preset: 'own' })).toBeUndefined();
  expect(sourceOf({ ...form, preset: 'own', pattern: 'a' })?.pattern).toBe('a');
  expect(sourceOf({ ...form, kind: 'steps', preset: 'megatron' })).toEqual({ kind: 'steps', paths: source.paths });
  const server = { ...emptyForm, kind: 'prometheus', address: ' http://p:9090 ', query: 'step_seconds' } as const;
  expect(sourceOf(server)).toEqual({
    ...{ kind: 'prometheus', paths: [] },
    metric: { address: 'http://p:9090', query: 'step_seconds', rankLabel: 'rank', resolutionS: 5 },
  });
  for (const wrong of [{ address: 'p:9090' }, { query: ' ' }, { resolution: '0' }, { resolution: '1.5' }])
    expect(sourceOf({ ...server, ...wrong })).toBeUndefined();
  const daemons = { ...form, way: 'npu-daemons', hosts: 'n[1-2]' } as const;
  expect(wishOf(daemons)).toBeUndefined();
  expect(wishOf({ ...daemons, output: '/p' })).toMatchObject({
    profile: { kind: 'npu-daemons', hosts: 'n[1-2]', processLimit: 3, output: '/p' },
    dumps: '/p',
  });
  expect(wishOf({ ...daemons, output: '/p', dumps: '/mnt/p' })?.dumps).toBe('/mnt/p');
  expect(wishOf({ ...daemons, output: '/p', processLimit: '0' })).toBeUndefined();
  const gpus = { ...daemons, way: 'gpu-daemons', output: '/p' } as const;
  expect(wishOf({ ...gpus, jobId: '4242' })?.profile).toMatchObject({ kind: 'gpu-daemons', jobId: 4242 });
  expect(wishOf(gpus)?.profile).not.toHaveProperty('jobId');
  for (const jobId of ['x', '-1', '1.5']) expect(wishOf({ ...gpus, jobId }), jobId).toBeUndefined();
  expect(wishOf({ ...form, way: 'dynamic', output: '/p' })).toBeUndefined();
  expect(wishOf({ ...form, stages: ' 4 ' })?.stages).toBe(4);
  for (const stages of ['x', '-1', '1.5', '10001']) expect(wishOf({ ...form, stages }), stages).toBeUndefined();
  expect(wishOf({ ...form, way: 'command', dumps: '/p' })).toMatchObject({ profile: { kind: 'command' }, dumps: '/p' });
});

test('when a job is stalled, and where alarms are sent to', () => {
  const form = { ...emptyForm, paths: '/a' };
  expect(wishOf({ ...form, stallFactor: '3', stallLeast: '10m' })?.stall).toEqual({ factor: 3, leastNs: 600e9 });
  for (const wrong of [{ stallFactor: '0' }, { stallFactor: '1.5' }, { stallLeast: '0s' }, { stallLeast: '60' }])
    expect(wishOf({ ...form, ...wrong }), JSON.stringify(wrong)).toBeUndefined();
  expect(wishOf(form)).not.toHaveProperty('webhook');
  expect(wishOf({ ...form, webhook: ' https://ops.example/hook ' })?.webhook).toBe('https://ops.example/hook');
  for (const webhook of ['ops.example', 'ftp://ops.example', 'https://user:secret@ops.example'])
    expect(wishOf({ ...form, webhook }), webhook).toBeUndefined();
  expect(webhookOf(' ')).toBe('');
});

test('ranks as one types them', () => {
  expect(ranksOf('')).toEqual([]);
  expect(ranksOf('0-3, 7 2')).toEqual([0, 1, 2, 3, 7]);
  for (const text of ['a', '3-1', '0-10000', '1-', '-1']) expect(ranksOf(text), text).toBeUndefined();
});
