import type { DumpState } from '../../../src-contract';
import type { Finding, Format } from '../format';
import { monitorInputs } from '../inputs/monitorInputs';
import { byteMutators } from '../mutators/bytes';
import { encodingMutators, jsonMutators, numberMutators, stringMutators } from '../mutators/text';
import { runFile } from './fileFormat';

/** JSON lines of msMonitor: each line that says something is shown or listed. */
export const msMonitor: Format = {
  name: 'msmonitor',
  inputs: monitorInputs,
  mutators: [
    ...byteMutators,
    ...encodingMutators,
    ...[jsonMutators, numberMutators, stringMutators].flatMap((those) => [...those, ...those]),
  ],
  run: (program, input, bytes) =>
    runFile(program, input, bytes, ({ state }) => {
      const beside = Object.values(input.beside).reduce((sum, own) => sum + linesIn(own), 0);
      return lineFindings(linesIn(bytes) + beside, state);
    }),
};

/** Those with more than white space, the mark of a byte order or a line end of Windows in them. */
function linesIn(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  return text.split('\n').filter((line) => line.replace(/^\xef\xbb\xbf/, '').replace(/[ \t\r]/g, '') !== '').length;
}

function lineFindings(lineCount: number, { ranks, notices }: DumpState): Finding[] {
  const rank = ranks[0];
  // An empty file, and one without any line of msMonitor's: that is said.
  const isRefused = [...(rank?.notices ?? []), ...notices].some(({ severity }) => severity === 'error');
  if (isRefused || !rank) return isRefused ? [] : [{ kind: 'lost', detail: 'there is no rank, and nothing says so' }];
  const shown = Object.values(rank.eventCounts).reduce((sum, count) => sum + count, 0);
  const listed = rank.skipped.reduce((sum, { eventCount }) => sum + eventCount, 0);
  const sliceCount = rank.groups
    .flatMap(({ lanes }) => lanes)
    .reduce((sum, lane) => sum + (lane.kind === 'slices' && !lane.isComputed ? lane.sliceCount : 0), 0);
  const slices = (rank.eventCounts.X ?? 0) + (rank.eventCounts.i ?? 0);
  const findings: Finding[] = [];
  if (shown + listed !== lineCount)
    findings.push({ kind: 'lost', detail: `${lineCount} lines, ${shown} read, ${listed} listed` });
  if (sliceCount !== slices) findings.push({ kind: 'lost', detail: `${slices} slices read, ${sliceCount} on lanes` });
  return findings;
}
