import { expect, test } from 'vitest';
import { isEngineCall } from '../../../../src-contract/wire/engineCall';

const call = { id: 'a-1', type: 'APPLY', path: ['open'], argumentList: [{ type: 'RAW', value: ['/dumps'] }] };

test('a call of a method passes', () => {
  expect(isEngineCall(call)).toBe(true);
});

test.each([
  ['a path into the method', { ...call, path: ['open', 'constructor'] }],
  ['a method that the Engine does not have', { ...call, path: ['constructor'] }],
  ['a name of Object.prototype', { ...call, path: ['toString'] }],
  ['no path', { ...call, path: [] }],
  ['reading a property', { id: 'a-1', type: 'GET', path: ['open'] }],
  ['writing a property', { id: 'a-1', type: 'SET', path: ['open'], value: { type: 'RAW', value: 1 } }],
  ['constructing', { ...call, type: 'CONSTRUCT' }],
  ['asking for another endpoint', { id: 'a-1', type: 'ENDPOINT' }],
  ['an argument that is a proxy', { ...call, argumentList: [{ type: 'HANDLER', name: 'proxy', value: {} }] }],
  ['an id that is no string', { ...call, id: 1 }],
  ['an endless id', { ...call, id: 'x'.repeat(1000) }],
  ['null', null],
  ['a list', [call]],
])('%s is refused', (_name, message) => {
  expect(isEngineCall(message)).toBe(false);
});
