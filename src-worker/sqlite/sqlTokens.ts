/** A piece of SQL, as far as a `CREATE TABLE` needs it. */
export interface SqlToken {
  /** `name`: quoted, so never a keyword. */
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'sign';
  /** Unquoted. */
  readonly text: string;
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)(?:\]|$)|'((?:[^']|'')*)'|(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([\p{L}\p{N}_$\u0080-\uffff]+)|([\s\S])/giuy;

export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    const [, double, backtick, bracket, single, number, word, sign] = match;
    if (double !== undefined) tokens.push({ kind: 'name', text: double.replaceAll('""', '"') });
    else if (backtick !== undefined) tokens.push({ kind: 'name', text: backtick.replaceAll('``', '`') });
    else if (bracket !== undefined) tokens.push({ kind: 'name', text: bracket });
    else if (single !== undefined) tokens.push({ kind: 'string', text: single.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}
