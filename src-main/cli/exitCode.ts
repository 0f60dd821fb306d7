import { reasonOfCode, systemCode } from '../../src-contract/wire/systemErrors';
import { surviveClosedOutput } from '../host/closedOutput';
import { reportUnhandledRejections } from '../host/unhandledRejections';
import { printError } from './printing';
import { UsageError } from './usageError';

/** Resolves with what the command answers; what it fails of is told in a sentence. */
export async function exitCodeOf(run: () => Promise<number>): Promise<number> {
  surviveClosedOutput();
  reportUnhandledRejections(printError);
  try {
    return await run();
  } catch (error) {
    printError(sentenceOf(error));
    if (process.env.TRACELANE_DEBUG !== undefined) console.error(error);
    if (error instanceof UsageError) printError('See tracelane --help.');
    return error instanceof UsageError ? 2 : 1;
  }
}

/** What the system reports, in our words; all other errors have a sentence. */
function sentenceOf(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  const path = error instanceof Error && 'path' in error ? ` (${error.path})` : '';
  return `Tracelane can’t go on: ${reasonOfCode(code)}${path}.`;
}
