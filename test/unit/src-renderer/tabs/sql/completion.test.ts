import { expect, test } from 'vitest';
import { offersFor, quotedName, wordAt } from '../../../../../src-renderer/tabs/sql/completion';

const known = {
  tables: ['kernels', 'collectives', 'links'],
  columns: new Map([
    ['kernels', ['name', 'duration_ns', 'input_shapes']],
    ['collectives', ['name', 'group', 'wait_ns']],
  ]),
};
/** What is offered where the text has its |. */
const offered = (text: string) => {
  const caret = text.indexOf('|');
  return offersFor(text.replace('|', ''), caret, known).map((own) => own.text);
};

test('tables, and the columns of those that the query names', () => {
  expect(offered('select * from ker|')).toEqual(['kernels']);
  expect(offered('select dur| from kernels')).toEqual(['duration_ns']);
  expect(offered('select dur| from collectives')).toEqual([]);
  expect(offered('select collectives.| from collectives, kernels')).toEqual(['name', '"group"', 'wait_ns']);
  expect(offered('sel|')).toEqual(['select']);
});

test('a name that is a word of SQL is offered in quotes, also behind one', () => {
  expect(offered('select gr| from collectives')).toEqual(['"group"']);
  expect(offered('select "gr| from collectives')).toEqual(['"group"']);
  expect(['wait_ns', 'group', 'a b', 'a"b'].map(quotedName)).toEqual(['wait_ns', '"group"', '"a b"', '"a""b"']);
});

test('nothing in texts and comments, before a word is begun, or when it is whole', () => {
  for (const text of ["select 'ker| from kernels", '-- ker|', 'select | from kernels', 'select * from kernels|'])
    expect(offered(text)).toEqual([]);
  expect(offered("select 'a', ker|")).toEqual(['kernels']);
});

test('the word at the caret, and the table before it', () => {
  expect(wordAt('select kernels.du', 17)).toEqual({ from: 15, text: 'du', table: 'kernels' });
  expect(wordAt('select ', 7)).toEqual({ from: 7, text: '', table: '' });
});
