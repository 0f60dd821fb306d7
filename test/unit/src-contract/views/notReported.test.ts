import { describe, expect, test } from 'vitest';
import type { NotReported, ThresholdId } from '../../../../src-contract';
import { sentence } from '../../../../src-contract/findings/sentence';
import { isFloor, notReportedText } from '../../../../src-contract/views/notReported';

function below(threshold: ThresholdId, value: number, limit: number, rank?: number): NotReported {
  const title = sentence('A2.fine');
  return { rule: 'A2', class: 'host', title, threshold, value, limit, rank };
}

describe('what stays under its threshold is said', () => {
  test('as shares of two digits, with the rank that is nearest to it', () => {
    expect(notReportedText(below('free.share', 0.0436, 0.1, 3), 'en')).toMatch(/step: 4\.4 % of 10 % \(Rank 3\)$/);
    expect(notReportedText(below('free.share', 0.0436, 0.1, 3), 'zh')).toMatch(/（阈值 10 %） · Rank 3$/);
    expect(notReportedText(below('free.share', 0.0436, 0.1), 'zh')).toMatch(/比例：4\.4 %（阈值 10 %）$/);
  });

  test('as a time where the threshold is one', () => {
    expect(notReportedText(below('retransmission.least', 1.5e6, 4e9), 'en')).toMatch(/: 1\.5 ms of 4 s$/);
  });

  test.each([
    ['stages.imbalance', 1.0412, 1.2, '1.04 of 1.2'],
    ['sync-batch-norm.count', 2, 20, '2.00 of 20'],
    ['compile.calls', 7, 20, '7.00 of 20'],
  ] as const)('%s is a number, no share', (threshold, value, limit, said) => {
    expect(notReportedText(below(threshold, value, limit), 'en')).toContain(`: ${said}`);
  });

  test.each([
    ['link.share-of-mean', true],
    ['transport.share-of-reference', true],
    ['packets.small-share', false],
    ['leak.growth-of-peak', false],
  ] as const)('%s: is it reported where the value is lower? %s', (threshold, expected) => {
    const own = below(threshold, 0.97, 0.8);
    expect(isFloor(own)).toBe(expected);
    expect(notReportedText(own, 'en').includes('reported below 80 %')).toBe(expected);
  });
});
