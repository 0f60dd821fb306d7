import type { Finding, Format } from '../format';
import { sqliteInputs } from '../inputs/sqliteInputs';
import { byteMutators } from '../mutators/bytes';
import { sqliteMutators } from '../mutators/sqlite';
import type { Seen } from '../program/openAndLook';
import { runFile } from './fileFormat';

/** SQLite databases: there are rows, or a sentence says why there are none. */
export const sqlite: Format = {
  name: 'sqlite',
  inputs: sqliteInputs,
  mutators: [...byteMutators, ...sqliteMutators, ...sqliteMutators],
  run: (program, input, bytes) => runFile(program, input, bytes, dataOrSentence),
};

/** Nothing at all, and no word about it, is a loss. */
export function dataOrSentence({ notices, rejections, pages, state }: Seen): Finding[] {
  const rows = [...pages.values()].reduce((sum, { totalRows }) => sum + totalRows, 0);
  const lanes = state.ranks.reduce((sum, { groups }) => sum + groups.length, 0);
  if (rows > 0 || lanes > 0 || notices.length > 0 || rejections.length > 0) return [];
  return [{ kind: 'lost', detail: 'no rows, no lanes, and no word about it' }];
}
