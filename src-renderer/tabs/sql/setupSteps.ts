/** What is done to have queries, as lines that are copied as they stand. Pure. */
import type { SqlFailure } from '../../../src-contract';

export interface SetupStep {
  /** Typed into a terminal, or written into a file. */
  readonly id: 'install' | 'write';
  readonly text: string;
  /** Of the file. */
  readonly path?: string;
}

/** Nothing where no line of the user's helps. A folder that nobody has named is one beside the settings, which npm makes. */
export function setupSteps({ code, params }: SqlFailure, settingsFile: string): readonly SetupStep[] {
  const separator = settingsFile.includes('\\') ? '\\' : '/';
  const folder = params.folder ?? `${settingsFile.slice(0, settingsFile.lastIndexOf(separator))}${separator}duckdb`;
  const install: SetupStep = { id: 'install', text: `npm install --prefix ${quoted(folder)} @duckdb/node-api` };
  const write: SetupStep = { id: 'write', text: JSON.stringify({ duckdb: folder }), path: settingsFile };
  if (code === 'not-named' || code === 'damaged-settings') return [install, write];
  return code === 'not-there' || code === 'not-loaded' ? [install] : [];
}

/** For the shells of the system that the path is of. */
function quoted(path: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(path)) return path;
  return path.includes('\\') ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}
