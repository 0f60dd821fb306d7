import { expect, test } from 'vitest';
import type { JobChips } from '../../../../../src-contract';
import { chosenChip } from '../../../../../src-renderer/tabs/operator/chipChoice';

const known: JobChips = {
  chips: [
    { name: 'A', peaks: { fp16: 1, bf16: 2 } },
    { name: 'B', peaks: { fp16: 3 } },
  ],
  recognised: { kind: 'cores', chip: { name: 'A', peaks: { fp16: 1, bf16: 2 } } },
};

test('the device is the one that the user has chosen, else the one recognised, with the user’s rates', () => {
  expect(chosenChip({ changed: {} }, known)).toMatchObject({ how: 'cores', isChanged: false, peaks: { fp16: 1 } });
  const changed = { A: { fp16: 9 } };
  expect(chosenChip({ changed }, known)).toMatchObject({ isChanged: true, peaks: { fp16: 9, bf16: 2 } });
  expect(chosenChip({ chosen: 'B', changed }, known)).toMatchObject({
    how: 'chosen',
    isChanged: false,
    peaks: { fp16: 3 },
  });
  // A name that the table no longer has.
  expect(chosenChip({ chosen: 'gone', changed }, known)).toMatchObject({ how: 'cores' });
  expect(chosenChip({ changed }, { ...known, recognised: { kind: 'unknown' } })).toBeUndefined();
  expect(chosenChip({ changed }, undefined)).toBeUndefined();
});
