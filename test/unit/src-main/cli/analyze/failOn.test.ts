import { expect, test } from 'vitest';
import type { Finding, FindingClass } from '../../../../../src-contract';
import { failing, parseFailOn } from '../../../../../src-main/cli/analyze/failOn';

const found = (of: FindingClass, shareOfStep: number) => ({ class: of, shareOfStep }) as Finding;

test('a finding fails the command from the limit of its class on, or of any', () => {
  const findings = [found('host', 0.049), found('host', 0.05), found('compute', 0.2), found('input', 0.1)];
  const above = (...limits: string[]) =>
    failing(findings, limits.map(parseFailOn)).map((own) => `${own.class} ${own.shareOfStep}`);
  expect(above()).toEqual([]);
  expect(above('host:5')).toEqual(['host 0.05']);
  expect(above('memory:0')).toEqual([]);
  expect(above('any:10')).toEqual(['compute 0.2', 'input 0.1']);
  expect(above('any:20%', 'input:10')).toEqual(['compute 0.2', 'input 0.1']);
});

test('what is no limit is said with what it could be', () => {
  expect(() => parseFailOn('gpu:5')).toThrow(
    '--fail-on is CLASS:PERCENT, such as host:5, not "gpu:5"; the classes are parallelism, input, host, compute, communication, memory, any.',
  );
});
