/** The device that utilisation is compared with, as the user has chosen and changed it. Pure. */
import type { ChipFacts, ChipMatch, ChipSettings, ComputeType, JobChips, PeakRates } from '../../../src-contract';

export const computeTypes = ['fp16', 'bf16', 'hf32', 'fp32', 'fp64', 'fp8', 'int8'] as const satisfies ComputeType[];

export interface ChosenChip {
  readonly chip: ChipFacts;
  /** With the user's changes. */
  readonly peaks: PeakRates;
  readonly isChanged: boolean;
  readonly how: 'chosen' | Exclude<ChipMatch['kind'], 'unknown'>;
}

/** Undefined: nothing is known of the device (yet), and the user has chosen none. */
export function chosenChip(choice: ChipSettings, known: JobChips | undefined): ChosenChip | undefined {
  if (!known) return undefined;
  const picked = known.chips.find(({ name }) => name === choice.chosen);
  const match = picked ? ({ kind: 'chosen', chip: picked } as const) : known.recognised;
  if (match.kind === 'unknown') return undefined;
  const changes = choice.changed[match.chip.name] ?? {};
  return {
    chip: match.chip,
    peaks: { ...match.chip.peaks, ...changes },
    isChanged: Object.keys(changes).length > 0,
    how: match.kind,
  };
}
