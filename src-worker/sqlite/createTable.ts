import { type SqlToken, sqlTokens } from './sqlTokens';

/** A column as a `CREATE TABLE` declares it. */
export interface DeclaredColumn {
  readonly name: string;
  /** As declared, words joined with a space; '' where there is none. */
  readonly type: string;
  readonly isPrimaryKey: boolean;
  /** Computed when read, and so not in the rows. */
  readonly isVirtual: boolean;
  /** Of a `DEFAULT` that is a literal. */
  readonly defaultValue: number | bigint | string | undefined;
}

export interface DeclaredTable {
  readonly columns: readonly DeclaredColumn[];
  readonly isWithoutRowId: boolean;
  /** Place of the column that is another name of the row id; −1 where none is. */
  readonly rowIdColumn: number;
}

const columnConstraints = new Set(
  'CONSTRAINT PRIMARY NOT NULL UNIQUE CHECK DEFAULT COLLATE REFERENCES GENERATED AS'.split(' '),
);
const tableConstraints = new Set('CONSTRAINT PRIMARY UNIQUE CHECK FOREIGN'.split(' '));

/** Reads the statement as SQLite keeps it in its schema; undefined where it is none that declares columns. */
export function parseCreateTable(sql: string): DeclaredTable | undefined {
  const tokens = sqlTokens(sql);
  const open = tokens.findIndex((token) => isSign(token, '('));
  const parts = open < 0 ? undefined : splitParts(tokens, open + 1);
  if (!parts) return undefined;
  const columns: DeclaredColumn[] = [];
  let key: string | undefined;
  let isUsualKey = true;
  for (const part of parts.parts) {
    if (part.length === 0) return undefined;
    if (part[0].kind === 'word' && tableConstraints.has(part[0].text.toUpperCase())) {
      key ??= singleKey(part);
      continue;
    }
    const column = parseColumn(part);
    // A quirk that SQLite keeps: this one is an ordinary column.
    if (column.isPrimaryKey && isKeyDescending(part)) isUsualKey = false;
    columns.push(column);
  }
  if (columns.length === 0) return undefined;
  const isWithoutRowId = hasWords(tokens.slice(parts.end), 'WITHOUT', 'ROWID');
  const inColumn = columns.findIndex(({ isPrimaryKey }) => isPrimaryKey);
  const keyPlace =
    inColumn >= 0 ? (isUsualKey ? inColumn : -1) : columns.findIndex(({ name }) => isSameName(name, key));
  const isRowId = keyPlace >= 0 && !isWithoutRowId && columns[keyPlace].type.toUpperCase() === 'INTEGER';
  return { columns, isWithoutRowId, rowIdColumn: isRowId ? keyPlace : -1 };
}

/** Names of tables and columns are the same in any case. */
export function isSameName(name: string, other: string | undefined): boolean {
  return other !== undefined && name.toLowerCase() === other.toLowerCase();
}

/** What stands between the commas, up to the bracket that closes the list. */
function splitParts(tokens: readonly SqlToken[], from: number): { parts: SqlToken[][]; end: number } | undefined {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i];
    if (isSign(token, '(')) depth++;
    if (isSign(token, ')') && depth-- === 0) return { parts, end: i + 1 };
    if (depth === 0 && isSign(token, ',')) parts.push([]);
    else parts[parts.length - 1].push(token);
  }
  return undefined;
}

function parseColumn(part: readonly SqlToken[]): DeclaredColumn {
  const firstConstraint = part.findIndex((token, i) => i > 0 && isWord(token, columnConstraints));
  const constraints = firstConstraint < 0 ? [] : part.slice(firstConstraint);
  const typeTokens = part.slice(1, firstConstraint < 0 ? part.length : firstConstraint);
  const isGenerated = hasWords(constraints, 'AS');
  return {
    name: part[0].text,
    type: typeTokens.map(({ text }) => text).join(' '),
    isPrimaryKey: hasWords(constraints, 'PRIMARY', 'KEY'),
    isVirtual: isGenerated && !hasWords(constraints, 'STORED'),
    defaultValue: literalDefault(constraints),
  };
}

function isKeyDescending(part: readonly SqlToken[]): boolean {
  return hasWords(part, 'PRIMARY', 'KEY', 'DESC');
}

/** The column of a `PRIMARY KEY (column)` over one column. */
function singleKey(part: readonly SqlToken[]): string | undefined {
  const at = part.findIndex((token, i) => isText(token, 'PRIMARY') && isText(part[i + 1], 'KEY'));
  if (at < 0) return undefined;
  const list = splitParts(part, at + 3);
  return list?.parts.length === 1 ? list.parts[0][0]?.text : undefined;
}

function literalDefault(constraints: readonly SqlToken[]): number | bigint | string | undefined {
  const at = constraints.findIndex((token) => isText(token, 'DEFAULT'));
  if (at < 0) return undefined;
  const isNegative = isSign(constraints[at + 1], '-');
  const literal = constraints[at + (isNegative || isSign(constraints[at + 1], '+') ? 2 : 1)];
  if (literal?.kind === 'string' || literal?.kind === 'name') return literal.text;
  if (literal?.kind !== 'number') return undefined;
  const size = Number(literal.text);
  if (Number.isSafeInteger(size) || !/^\d+$/.test(literal.text)) return isNegative ? -size : size;
  return isNegative ? -BigInt(literal.text) : BigInt(literal.text);
}

function isSign(token: SqlToken | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

function isText(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === word;
}

function isWord(token: SqlToken, words: ReadonlySet<string>): boolean {
  return token.kind === 'word' && words.has(token.text.toUpperCase());
}

/** True where these words follow one another, outside of brackets. */
function hasWords(tokens: readonly SqlToken[], ...words: readonly string[]): boolean {
  let depth = 0;
  return tokens.some((token, i) => {
    if (isSign(token, '(')) depth++;
    if (isSign(token, ')')) depth--;
    return depth === 0 && words.every((word, k) => isText(tokens[i + k], word));
  });
}
