import { expect, test } from 'vitest';
import type { DataCpu } from '../../../../../src-contract';
import { threadAdvice } from '../../../../../src-worker/model/dataPreparation/threadAdvice';

function cpuOf(user: number, system: number, runnable: number): DataCpu {
  const all = (value: number) => Float64Array.of(Number.NaN, value, value);
  const use = { user: all(user), system: all(system) };
  const machine = { ...use, waiting: all(0), idle: all(0), runnable: all(runnable), contextSwitches: all(1000) };
  return { timesNs: all(0), steps: all(0), processorCount: 64, machine, process: use, operators: [] };
}

test('processors with room while operators are slow: more threads; not where data is no bottleneck', () => {
  expect(threadAdvice(cpuOf(0.2, 0.05, 8), 'processing')).toBe('more');
  expect(threadAdvice(cpuOf(0.2, 0.05, 8), 'none')).toBeUndefined();
  expect(threadAdvice(cpuOf(0.9, 0.05, 60), 'processing')).toBeUndefined();
});

test('a system that takes turns between more threads than processors: fewer', () => {
  expect(threadAdvice(cpuOf(0.4, 0.45, 200), 'processing')).toBe('fewer');
  expect(threadAdvice(cpuOf(0.9, 0.45, 30), 'none')).toBeUndefined();
});

test('what was not recorded advises nothing', () => {
  expect(threadAdvice(cpuOf(Number.NaN, Number.NaN, Number.NaN), 'processing')).toBeUndefined();
});
