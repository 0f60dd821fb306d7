import { expect, test } from 'vitest';
import { MonitorLines, stepOfName } from '../../../../src-watch/lines/monitorLines';
import type { RankStep } from '../../../../src-watch/rule/jobSteps';

const EPOCH = 1_757_655_301_123_456_789n;
const at = (ns: number): bigint => EPOCH + BigInt(ns);
const marker = (name: string, from: number, to: number, more = '') =>
  `{"kind":"Marker","sourceKind":"Host","name":"${name}","startNs":${at(from)},"endNs":${at(to)},"domain":"default"${more}}`;
const activity = (kind: string, from: number, to: number) =>
  `{"kind":"${kind}","name":"Marker","startNs":${at(from)},"endNs":${at(to)},"deviceId":0,"streamId":1,"correlationId":1}`;

function read(lines: readonly string[]): RankStep[] {
  const steps: RankStep[] = [];
  new MonitorLines().readAll(lines, (step) => steps.push(step));
  return steps;
}

test('steps to the ns, and what each was made of two steps later', () => {
  const lines = [1, 2, 3, 4].flatMap((step) => {
    const from = step * 1_000;
    return [
      activity('Kernel', from, from + 600),
      activity('Communication', from + 500, from + 501 + step),
      activity('API', from, from + 900),
      marker('dataloader', from, from + 10),
      marker(`step ${step}`, from, from + 900 + step),
    ];
  });
  const steps = read(lines);
  expect(steps.map(({ step, durationNs, timeNs }) => [step, durationNs, timeNs])).toEqual([
    [1, 901, 0],
    [2, 902, 1_001],
    [3, 903, 2_002],
    [4, 904, 3_003],
  ]);
  expect(steps.map(({ light }) => light)).toEqual([
    ...[undefined, undefined],
    [{ step: 1, durationNs: 901, computeNs: 600, communicationNs: 2 }],
    [{ step: 2, durationNs: 902, computeNs: 600, communicationNs: 3 }],
  ]);
});

test('markers of a device, of other names, and lines that are damaged', () => {
  const reader = new MonitorLines();
  const lines = [
    marker('step 1', 0, 5).replace('Host', 'Device'),
    marker('step', 0, 5),
    marker('step 2', 9, 5),
    '{"kind":"Marker","sourceKind":"Host","name":"step 3"}',
    '{"kind":"Kernel"',
    '{"kind":"Marker"',
    '\u001b[31m{"kind":"Communication","startNs":"x"}',
  ];
  reader.readAll(lines, () => expect.unreachable());
  expect([reader.isKnown, reader.damagedCount]).toEqual([false, 2]);
  expect(['step 12', 'Step_7', 'step#3', 'stepper 4', 'my step 4'].map(stepOfName)).toEqual([
    12,
    7,
    3,
    ...[undefined, undefined],
  ]);
});

test('whoever goes on in the middle of a step says the same of it', () => {
  const lines = [1, 2, 3, 4, 5].flatMap((step) => [
    ...Array.from({ length: 20 }, (_, n) => activity('Kernel', step * 1_000 + n * 10, step * 1_000 + n * 10 + 7)),
    marker(`step ${step}`, step * 1_000, step * 1_000 + 900),
  ]);
  const whole = read(lines);
  for (let cut = 0; cut <= lines.length; cut++) {
    const steps: RankStep[] = [];
    const first = new MonitorLines();
    first.readAll(lines.slice(0, cut), (step) => steps.push(step));
    new MonitorLines(JSON.parse(JSON.stringify(first.save()))).readAll(lines.slice(cut), (step) => steps.push(step));
    expect(steps, `cut at ${cut}`).toEqual(whole);
  }
});
