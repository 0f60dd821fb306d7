import { basename } from 'node:path';
import { csvReport } from '../../fixtures/csvAccount';
import type { Finding, Format } from '../format';
import { insightInputs } from '../inputs/insightInputs';
import { msprofInputs } from '../inputs/msprofInputs';
import { byteMutators } from '../mutators/bytes';
import { csvMutators } from '../mutators/csv';
import { encodingMutators, jsonMutators, numberMutators, stringMutators } from '../mutators/text';
import type { Seen } from '../program/openAndLook';
import { cellFindings } from './csv';
import { runFile } from './fileFormat';
import { parsed } from './jsonTables';
import { dataOrSentence } from './sqlite';

/** Tables, lists of numbers and JSON beside each other. */
const mutators = [
  ...byteMutators,
  ...encodingMutators,
  ...csvMutators,
  ...[jsonMutators, numberMutators, stringMutators].flatMap((those) => [...those, ...those]),
];

/** What MindSpore writes for MindSpore Insight. */
export const insight: Format = {
  name: 'insight',
  inputs: insightInputs,
  mutators,
  run: (program, input, bytes) =>
    runFile(program, input, bytes, async (seen, path) => [
      ...dataOrSentence(seen),
      ...jsonFindings(seen, path, bytes),
      ...(await tableFindings(path)),
    ]),
};

/** What msprof exports. */
export const msprof: Format = {
  name: 'msprof',
  inputs: msprofInputs,
  mutators,
  run: (program, input, bytes) =>
    runFile(program, input, bytes, async (seen, path) => [...dataOrSentence(seen), ...(await tableFindings(path))]),
};

async function tableFindings(path: string): Promise<Finding[]> {
  return path.endsWith('.csv') ? cellFindings((await csvReport(path, 0n)).mistakes) : [];
}

/** What is no JSON is said: in a notice of the file, or to whoever asks for what it holds. */
function jsonFindings({ notices, rejections }: Seen, path: string, bytes: Buffer): Finding[] {
  if (!path.endsWith('.json') || parsed(bytes) !== undefined) return [];
  if (notices.some((own) => own.path === path) || rejections.length > 0) return [];
  return [{ kind: 'lost', detail: `${basename(path)} is no JSON, and nothing says so` }];
}
