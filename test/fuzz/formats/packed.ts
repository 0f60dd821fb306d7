import type { Finding, Format, Input } from '../format';
import { packedInputs } from '../inputs/packedInputs';
import { byteMutators } from '../mutators/bytes';
import { packedMutators } from '../mutators/packed';
import type { Seen } from '../program/openAndLook';
import { runFile } from './fileFormat';
import { dataOrSentence } from './sqlite';

/** What the unchanged input has: set by the first run, which is that of the unchanged one. */
interface Normal {
  readonly events: number;
  readonly notices: number;
}

/** Traces in gzip and zip files, whose sums tell damage: without a word about it, everything must be there. */
export function packed(): Format {
  const normal = new Map<Input, Normal>();
  return {
    name: 'packed',
    inputs: packedInputs,
    mutators: [...byteMutators, ...packedMutators, ...packedMutators],
    run: (program, input, bytes) =>
      runFile(program, input, bytes, (seen) => {
        const now = { events: eventCount(seen), notices: seen.notices.length };
        if (bytes === input.bytes) normal.set(input, now);
        return [...dataOrSentence(seen), ...sumFindings(now, normal.get(input))];
      }),
  };
}

function sumFindings(now: Normal, before: Normal | undefined): Finding[] {
  if (!before || now.notices > before.notices || now.events >= before.events) return [];
  return [{ kind: 'lost', detail: `${before.events} events before it was damaged, ${now.events} now, and no word` }];
}

function eventCount({ state }: Seen): number {
  const counts = state.ranks.flatMap((rank) => Object.values(rank.eventCounts));
  return counts.reduce((sum, count) => sum + count, 0);
}
