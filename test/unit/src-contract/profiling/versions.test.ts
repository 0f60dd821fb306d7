import { expect, test } from 'vitest';
import { verdictOn } from '../../../../src-contract/profiling/versions';

test('versions are held against what is needed; candidates come before what they become', () => {
  const cann = ['8.0.RC3', '8.1.RC1', '8.1.RC1.alpha002', '8.1.0', '9.0', 'none'];
  expect(cann.map((own) => verdictOn('cann', own))).toEqual(['too-old', 'fits', 'fits', 'fits', 'fits', 'unknown']);
  const pytorch = ['2.5.1', '2.6.0+cpu', 'v2.9.1', '2.10.0'];
  expect(pytorch.map((own) => verdictOn('pytorch', own))).toEqual(['too-old', 'fits', 'fits', 'too-new']);
  expect(['8.2.9', '8.3.0', '26.0.0'].map((own) => verdictOn('msmonitor', own))).toEqual(['too-old', 'fits', 'fits']);
  expect(verdictOn('adapter', '7.3.0')).toBe('fits');
});
