import { expect, it } from 'vitest';
import { seriesLabel } from '../../../../../src-renderer/timeline/rows/rowText';

it('names a series by what its lane does not say', () => {
  const label = (lane: string, name: string, unit = '') => seriesLabel(lane, { name, unit });
  expect(label('LLC 1 Read/Throughput', 'Throughput(MB/s)', 'MB/s')).toBe('');
  expect(label('AI Core Freq', 'MHz', 'MHz')).toBe('');
  expect(label('read_bandwidth', 'value, acc_id 3')).toBe('acc_id 3');
  expect(label('Mata Bw Level', 'value')).toBe('');
  expect(label('HBM 0', 'Read(MB/s)', 'MB/s')).toBe('Read');
});
