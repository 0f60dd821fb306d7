import { expect, test } from 'vitest';
import { hasOddInner, tensorBytes } from '../../../../../src-worker/model/kernels/kernelFacts';

test('bytes of a list of tensors; one of an unknown type is not taken for nothing', () => {
  expect(tensorBytes('"4096,1024;1024;"', 'DT_BF16;FLOAT;INT64')).toBe(4096 * 1024 * 2 + 1024 * 4);
  expect(tensorBytes('4,4', 'STRANGE')).toBeNaN();
  expect(tensorBytes('', 'FLOAT')).toBeNaN();
});

test('inner sides that the cube core pads', () => {
  expect(hasOddInner('4096,151936;151936,1024', 'ND;ND', 256)).toBe(true);
  expect(hasOddInner('4096,1024;1024,1024', 'ND;ND', 256)).toBe(false);
  // The shape of a padded format is that of its blocks.
  expect(hasOddInner('4,16,8,8', 'FRACTAL_NZ', 256)).toBe(false);
});
