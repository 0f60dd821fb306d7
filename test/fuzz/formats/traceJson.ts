import type { Format } from '../format';
import { traceInputs } from '../inputs/traceInputs';
import { byteMutators } from '../mutators/bytes';
import { encodingMutators, jsonMutators, numberMutators, stringMutators } from '../mutators/text';
import { traceMutators } from '../mutators/trace';
import { BothTokenizers } from '../program/bothTokenizers';
import { eventFindings } from '../program/eventAccount';
import { runFile } from './fileFormat';

/** Traces as JSON: every event is shown or listed, and both tokenizers say the same. */
export function traceJson(wasmUrl: URL): Format {
  let tokenizers: BothTokenizers | undefined;
  return {
    name: 'trace',
    inputs: traceInputs,
    mutators: [
      ...byteMutators,
      ...jsonMutators,
      ...numberMutators,
      ...stringMutators,
      ...encodingMutators,
      // As often as the general ones together: they know where it hurts.
      ...traceMutators,
      ...traceMutators,
    ],
    async run(program, input, bytes) {
      tokenizers ??= new BothTokenizers(wasmUrl);
      const { tokens, differences } = await tokenizers.read(bytes);
      const findings = await runFile(program, input, bytes, ({ state }) => eventFindings(bytes, tokens, state));
      if (differences.length === 0) return findings;
      return [...findings, { kind: 'wrong', detail: `the tokenizers disagree about ${differences.join(', ')}` }];
    },
  };
}
