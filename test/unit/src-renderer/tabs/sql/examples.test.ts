import { expect, test } from 'vitest';
import type { SqlTable } from '../../../../../src-contract';
import { examplesOf } from '../../../../../src-renderer/tabs/sql/examples';

const examples = (kind: SqlTable['kind'], names: readonly string[]) =>
  examplesOf(names.map((name) => ({ name, kind }))).map(({ id }) => id);

test('examples are over tables that are there', () => {
  expect(examples('dump', ['slices', 'kernels', 'collectives', 'links', 'steps', 'findings'])).toHaveLength(7);
  expect(examples('dump', ['slices'])).toEqual(['longest']);
  expect(examples('summaries', ['facts', 'findings', 'ranks'])).toEqual(['findings', 'kinds']);
  expect(examples('summaries', ['facts', 'findings', 'job_ranks', 'left_out'])).toHaveLength(5);
  expect(examplesOf([])).toEqual([]);
});
