import { expect, test } from 'vitest';
import type { GroupingFacts } from '../../../../../src-contract';
import { openGroupOf, tellingKeys } from '../../../../../src-renderer/tabs/operator/groupFilters';

const grouping: GroupingFacts = { by: 'type', keys: ['type', 'core'], kinds: [] };
const row = (type: string, core: string) => ({ text: (key: string) => (key === 'type' ? type : core) });

test.each([
  ['a core of all', [row('MatMul', 'AI_CORE'), row('Add', 'AI_CORE')], ['type']],
  ['no cores', [row('MatMul', ''), row('Add', '')], ['type']],
  ['cores of their own', [row('MatMul', 'AI_CORE'), row('Add', 'AI_VECTOR_CORE')], ['type', 'core']],
  ['one group', [row('MatMul', 'AI_CORE')], ['type']],
])('groups are named by what tells them apart: %s', (_, rows, keys) => {
  expect(tellingKeys(rows, grouping)).toEqual(keys);
});

test('a group is opened by all of its keys', () => {
  const { title, filters } = openGroupOf(row('MatMul', ''), grouping, false, '(none)');
  expect([title, filters.map((own) => 'column' in own && own.column)]).toEqual(['MatMul · (none)', ['type', 'core']]);
});
