import { expect, test } from 'vitest';
import { missingPackages } from '../../../scripts/lib/install.mjs';

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/only-on-windows': { version: '1.0.0', optional: true },
};

test('nothing is missing when every package is there in its version', () => {
  expect(missingPackages(wanted, { 'node_modules/react': { version: '19.3.1' } })).toEqual([]);
});

test('a package that is not there, or in another version', () => {
  expect(missingPackages(wanted, {})).toEqual(['node_modules/react']);
  expect(missingPackages(wanted, { 'node_modules/react': { version: '19.3.0' } })).toEqual(['node_modules/react']);
});

test('an optional package may be missing, but not be of another version', () => {
  const installed = {
    'node_modules/react': { version: '19.3.1' },
    'node_modules/only-on-windows': { version: '0.9.0' },
  };
  expect(missingPackages(wanted, installed)).toEqual(['node_modules/only-on-windows']);
});
