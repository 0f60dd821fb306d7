import { expect, test } from 'vitest';
import { reason, reasonOf, reasonSentences, reasonText } from '../../../src-contract/reasons';

test('places in a reason are filled, a count in the way it is read', () => {
  expect(reasonText(reason('too-many-open'))).toBe('too many files are open');
  expect(reasonText(reason('header-cut', { sizeBytes: 12_345, wantedBytes: 100 }))).toBe('it has 12,345 of 100 bytes');
  // A name is text, whatever stands in it.
  expect(reasonText(reason('zip-no-member', { name: '{name} $& ' }))).toBe('{name} $&  is not in it any more');
});

test('an error says why where it knows', () => {
  const known = Object.assign(new Error('no'), { reason: reason('disk-full') });
  expect(reasonOf(known)).toEqual({ id: 'disk-full', params: {} });
  const strangers = [
    new Error('no'),
    'disk-full',
    undefined,
    Object.assign(new Error('no'), { reason: 'disk-full' }),
    Object.assign(new Error('no'), { reason: { id: 'constructor', params: {} } }),
    Object.assign(new Error('no'), { reason: { params: {} } }),
    Object.assign(new Error('no'), { reason: undefined }),
  ];
  expect(strangers.filter((error) => reasonOf(error) !== undefined)).toEqual([]);
});

test('each reason ends a sentence that begins elsewhere: no capital letter but a name’s, no full stop', () => {
  const wrong = Object.values(reasonSentences).filter((text) => !/^[a-z{“]/.test(text) || /[.!?]$/.test(text));
  expect(wrong).toEqual([]);
});
