/** What the editor offers behind the text before the caret. Pure. */

export interface Offer {
  readonly text: string;
  readonly kind: 'table' | 'column' | 'word';
  /** Of a column: its table. */
  readonly of?: string;
}

export interface KnownNames {
  readonly tables: readonly string[];
  /** Of those tables whose columns are known. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

const MOST_OFFERS = 12;
const words =
  'select from where group by order by limit having with as on join left join using distinct count sum avg min max median quantile_cont over partition by case when then else end and or not null is in between like desc asc union all nulls last'.split(
    ' ',
  );
const plainWords = [...new Set(words)];

/** The word that is being written at the caret; it begins behind a dot where one is before it. */
export function wordAt(
  sql: string,
  caret: number,
): { readonly from: number; readonly text: string; readonly table: string } {
  const [, table = '', text = ''] = /(?:"?(\w+)"?\.)?"?(\w*)$/.exec(sql.slice(0, caret)) ?? [];
  return { from: caret - text.length, text, table };
}

/** Columns of the tables that the query names first, then tables, then words of the language; none where nothing is begun. */
export function offersFor(sql: string, caret: number, { tables, columns }: KnownNames): readonly Offer[] {
  const { text, table } = wordAt(sql, caret);
  if ((text === '' && table === '') || isInText(sql.slice(0, caret))) return [];
  const named = tables.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(sql));
  const wanted = table !== '' && tables.includes(table) ? [table] : named;
  const all: Offer[] = wanted.flatMap((of) =>
    (columns.get(of) ?? []).map((name): Offer => ({ text: quotedName(name), kind: 'column', of })),
  );
  if (table === '') {
    all.push(...tables.map((name): Offer => ({ text: name, kind: 'table' })));
    all.push(...plainWords.map((name): Offer => ({ text: name, kind: 'word' })));
  }
  const start = text.toLowerCase();
  const seen = new Set<string>();
  return all
    .filter(({ text: own }) => {
      const plain = own.replaceAll('"', '').toLowerCase();
      const isNew = plain.startsWith(start) && plain !== start && !seen.has(plain);
      if (isNew) seen.add(plain);
      return isNew;
    })
    .slice(0, MOST_OFFERS);
}

const reserved: ReadonlySet<string> = new Set(['group', 'from', 'to', 'order', 'select', 'where', 'table', 'limit']);

/** As it has to be written in a query. */
export function quotedName(name: string): string {
  return /^\p{L}[\p{L}\p{N}_]*$/u.test(name) && !reserved.has(name.toLowerCase())
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}

/** Within quotes, or a comment: nothing is offered there. */
function isInText(before: string): boolean {
  const plain = before.replace(/'[^']*'/g, '').replace(/--[^\n]*\n/g, '\n');
  return plain.includes("'") || /--[^\n]*$/.test(plain);
}
