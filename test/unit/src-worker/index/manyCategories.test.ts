import { expect, test } from 'vitest';
import { importRank } from '../../../../src-worker/importers/importRank';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { temporaryFile, viewOf } from '../../../fixtures/indexed';

const ROOM = 65_535;
const MORE = 300;

test('more categories than there is room for, in all segments together, are said to be lost and become no others', async () => {
  const count = ROOM + MORE;
  const events = Array.from(
    { length: count },
    (_, i) => `{"ph":"X","ts":${i},"dur":1,"pid":1,"tid":1,"name":"n${i}","cat":"c${i}"}`,
  );
  const path = temporaryFile('trace.json', `[${events.join(',\n')}]`);
  const half = { firstBytes: 2_000_000, furtherBytes: 2_000_000 };
  const built = await importRank([path], (baseUs) => new PlainTokenizer(baseUs), half);
  const { index, summary } = built;
  expect(summary.notices).toMatchObject([{ code: 'lost-categories', params: { count: MORE } }]);
  const view = viewOf(built);
  const slices = Array.from({ length: count }, (_, slice) => ({
    category: index.categories[index.slices.category[slice]],
    name: view.nameText(index.slices.name[slice]),
  }));
  const kept = slices.filter(({ category }) => category !== '');
  expect(kept).toHaveLength(count - MORE);
  expect(kept.filter(({ category, name }) => category !== name.replace('n', 'c'))).toEqual([]);
});
