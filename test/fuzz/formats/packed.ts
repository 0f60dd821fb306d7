import type { Finding, Format } from '../format';
import { packedInputs } from '../inputs/packedInputs';
import { byteMutators } from '../mutators/bytes';
import { packedMutators } from '../mutators/packed';
import { BothTokenizers } from '../program/bothTokenizers';
import { eventFindings } from '../program/eventAccount';
import type { Seen } from '../program/openAndLook';
import { unpacked } from '../program/unpacked';
import { wholeEvents } from '../program/wholeEvents';
import { runFile } from './fileFormat';
import { dataOrSentence } from './sqlite';

/** Traces in gzip and zip files: every event that can be unpacked is shown or listed, and damage is said. */
export function packed(wasmUrl: URL): Format {
  let tokenizers: BothTokenizers | undefined;
  return {
    name: 'packed',
    inputs: packedInputs,
    mutators: [...byteMutators, ...packedMutators, ...packedMutators],
    run: (program, input, bytes) => {
      tokenizers ??= new BothTokenizers(wasmUrl);
      const both = tokenizers;
      return runFile(program, input, bytes, async (seen) => [
        ...dataOrSentence(seen),
        ...(await packedFindings(bytes, seen, both)),
      ]);
    },
  };
}

/** That the file can't be opened as what it is. */
const REFUSALS = new Set(['zip-unreadable', 'not-json', 'no-trace', 'empty-file', 'blank-file', 'no-dump-found']);

/** Of an archive with several traces one is opened: it must be accounted for. */
async function packedFindings(bytes: Buffer, { state, notices }: Seen, tokenizers: BothTokenizers): Promise<Finding[]> {
  if (notices.some(({ code }) => REFUSALS.has(code))) return [];
  const isDamageSaid = notices.some(({ code }) => /^(gzip|zip)-/.test(code));
  let best: readonly Finding[] | undefined;
  for (const one of unpacked(bytes)) {
    if (wholeEvents(one.bytes).length === 0) continue;
    const { tokens } = await tokenizers.read(one.bytes);
    const findings = eventFindings(one.bytes, tokens, state);
    if (!one.isWhole && !isDamageSaid)
      findings.push({ kind: 'lost', detail: 'its sums are wrong, and nothing says so' });
    if (!best || findings.length < best.length) best = findings;
  }
  return [...(best ?? [])];
}
