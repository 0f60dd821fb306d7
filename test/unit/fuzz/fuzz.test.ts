import { beforeAll, expect, test } from 'vitest';
import { buildIfStale } from '../../../scripts/lib/build.mjs';
import { shortRun } from './shortRun';

beforeAll(() => buildIfStale(['fuzz']), 120_000);

// As many as take five seconds on a core that does nothing else. The limit is for what hangs: on a machine that does ten other
// things they took a minute.
const limitMs = 240_000;

test(
  'some damaged files of every kind end nothing, and lose nothing without a word',
  async () => {
    const formats = ['trace', 'csv', 'json', 'insight', 'msprof', 'msmonitor', 'sqlite', 'packed'];
    const { mutants, unknown } = await shortRun(1, 2, 1, formats);
    expect(unknown.join('\n\n')).toBe('');
    expect(mutants).toBe(formats.length * 2);
  },
  limitMs,
);

test(
  'some wrong calls and frames end nothing',
  async () => {
    const { mutants, unknown } = await shortRun(1, 40, 1, ['calls', 'frames']);
    expect(unknown.join('\n\n')).toBe('');
    expect(mutants).toBe(2 * 40);
  },
  limitMs,
);
