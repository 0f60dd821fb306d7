import { expect, test } from 'vitest';
import { allLimits, LimitError, limitsOf, limitsOfFile, limitsOfFlags } from '../../../../src-watch/rule/limits';

test('ModelArts’ names in the environment; a flag goes before', () => {
  const environment = {
    PERF_BASELINE_SKIP_STEPS: '0',
    PERF_BASELINE_STEPS: '30',
    PERF_KSIGMA: '3.5',
    PERF_MIN_SPIKE_CONSEC: '6',
    PERF_COOLDOWN: '90m',
    PERF_MAX_TRIGGERS: '1',
    OTHER: 'x',
  };
  expect(limitsOf(environment)).toEqual({
    skip: 0,
    baseline: 30,
    sigmas: 3.5,
    inARow: 6,
    cooldownNs: 5_400e9,
    mostTriggers: 1,
  });
  expect(allLimits(limitsOf(environment), limitsOfFlags({ 'perf-ksigma': '7' }))).toMatchObject({ sigmas: 7, skip: 0 });
  expect(allLimits(limitsOf({ PERF_KSIGMA: ' ' }))).toEqual({
    ...{ skip: 20, baseline: 20, sigmas: 5, inARow: 4, cooldownNs: 7_200e9, mostTriggers: 3 },
  });
});

test('values that make no sense are told with their name', () => {
  for (const [name, value] of [
    ['PERF_BASELINE_STEPS', '1'],
    ['PERF_BASELINE_STEPS', '2.5'],
    ['PERF_KSIGMA', '-1'],
    ['PERF_KSIGMA', 'NaN'],
    ['PERF_MIN_SPIKE_CONSEC', '0'],
    ['PERF_COOLDOWN', '2'],
    ['PERF_COOLDOWN', '2 weeks'],
    ['PERF_MAX_TRIGGERS', '1e3'],
  ] as const)
    expect(() => limitsOf({ [name]: value }), `${name}=${value}`).toThrow(`${name} is `);
  expect(() => limitsOfFlags({ 'perf-ksigma': 'x' })).toThrow('--perf-ksigma is a number from 0 to 1000000, not "x".');
  const sentences = {
    en: '--perf-cooldown is a time such as 2h, 90m or 30s, not "x".',
    zh: '--perf-cooldown 应为时间，例如 2h、90m、30s，不能是“x”。',
  };
  expect(() => limitsOfFlags({ 'perf-cooldown': 'x' })).toThrow(expect.objectContaining({ said: sentences }));
});

test('a file of limits, a line each', () => {
  expect(limitsOfFile('# night\nPERF_KSIGMA = 6\r\n\nPERF_COOLDOWN=30m\n')).toEqual({ sigmas: 6, cooldownNs: 1_800e9 });
  expect(() => limitsOfFile('PERF_KSIGMA=6\nPERF_SIGMA=5')).toThrow(LimitError);
  expect(() => limitsOfFile('PERF_KSIGMA=6\nPERF_SIGMA=5')).toThrow('Line 2');
});
