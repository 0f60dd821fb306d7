import { expect, test } from 'vitest';
import { extremes } from '../../../bench/extremeInputs.mjs';
import { type Measured, measureExtreme, nsPerByte } from '../../../bench/measureExtreme.mjs';
import { builtWorker } from '../../../fixtures/builtWorker';

builtWorker();

const MB = 24;
/** Three is what is promised; the rest is for what else the machine does. What grows faster than the file is far beyond. */
const MOST_RATIO = 4.5;
const MOST_MB = 700;
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
