import { expect, test } from 'vitest';
import { extremes } from '../../../bench/extremeInputs.mjs';
import { cancelExtreme, type Measured, measureExtreme, nsPerByte } from '../../../bench/measureExtreme.mjs';
import { builtWorker } from '../../../fixtures/builtWorker';

builtWorker();

const MB = 24;
/** Three is what is promised; the rest is for what else the machine does. What grows faster than the file is far beyond. */
const MOST_RATIO = 4.5;
const MOST_MB = 700;
/** Twice the others: what is cancelled must have something left to do. */
const CANCELLED_MB = 48;
/** What holds little but one text is read so fast that it is open before that: then a longer file, at the first chance. */
const QUICK_CANCELLED_MB = 240;
const MOST_STOPPING_MS = 600;
/** What is said where reading could not go on. */
const GIVEN_UP = /^(not-understood|reading-ended|out-of-memory)/;

let normal: Measured | undefined;

test.each(Object.keys(extremes).filter((name) => name !== 'normal'))(
  'a trace all of %s costs no more than thrice a normal one of its size',
  (name) => {
    normal ??= measureExtreme('normal', MB);
    const measured = measureExtreme(name, MB);
    expect(nsPerByte(measured) / nsPerByte(normal)).toBeLessThan(MOST_RATIO);
    expect(measured.peakMb).toBeLessThan(MOST_MB);
    expect(measured.says.filter((said) => GIVEN_UP.test(said))).toEqual([]);
  },
  180_000,
);

test.each(Object.keys(extremes))(
  'opening a trace all of %s can be cancelled',
  (name) => {
    let { status, stoppedMs } = cancelExtreme(name, CANCELLED_MB, 0.3);
    if (status === 'ready') ({ status, stoppedMs } = cancelExtreme(name, QUICK_CANCELLED_MB, 0));
    expect(status).toBe('cancelled');
    expect(stoppedMs).toBeLessThan(MOST_STOPPING_MS);
  },
  180_000,
);
