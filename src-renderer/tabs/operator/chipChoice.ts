/** The device that utilisation is told against, as the user has chosen and changed it: kept for all dumps. */
import type { StoreApi } from 'zustand/vanilla';
import type { DeviceFacts, PeakRates } from '../../../src-contract';
import { createKeptValue, type KeptStorage } from '../../base/keptValue';
import { type Chip, type ChipMatch, chips, computeTypes, recognisedChip } from './chips';

export interface ChipChoice {
  /** Name of a chip of the table; undefined: the one that the dump tells. */
  readonly chosen: string | undefined;
  /** FLOP/s that the user has typed, by chip and type. */
  readonly changed: Readonly<Record<string, PeakRates>>;
}

const STORAGE_KEY = 'tracelane.chips';

export function createChipChoice(storage: KeptStorage): StoreApi<ChipChoice> {
  return createKeptValue(storage, STORAGE_KEY, ({ chosen, changed }) => ({
    chosen: chips.find(({ name }) => name === chosen)?.name,
    changed: typeof changed === 'object' && changed !== null ? cleanChanges(changed) : {},
  }));
}

function cleanChanges(changed: object): Record<string, PeakRates> {
  return Object.fromEntries(
    Object.entries(changed).map(([chip, rates]: [string, unknown]) => {
      const own = typeof rates === 'object' && rates !== null ? (rates as Record<string, unknown>) : {};
      const valid = computeTypes.flatMap((type) => {
        const rate = own[type];
        return typeof rate === 'number' && rate > 0 && Number.isFinite(rate) ? [[type, rate] as const] : [];
      });
      return [chip, Object.fromEntries(valid)];
    }),
  );
}

export interface ChosenChip {
  readonly chip: Chip;
  /** With the user's changes. */
  readonly peaks: PeakRates;
  readonly isChanged: boolean;
  readonly how: 'chosen' | Exclude<ChipMatch['kind'], 'unknown'>;
}

/** Undefined: nothing is known of the device, and the user has chosen none. */
export function chosenChip(choice: ChipChoice, device: DeviceFacts | undefined): ChosenChip | undefined {
  const picked = chips.find(({ name }) => name === choice.chosen);
  const match = picked ? ({ kind: 'chosen', chip: picked } as const) : recognisedChip(device);
  if (match.kind === 'unknown') return undefined;
  const changes = choice.changed[match.chip.name] ?? {};
  return {
    chip: match.chip,
    peaks: { ...match.chip.peaks, ...changes },
    isChanged: Object.keys(changes).length > 0,
    how: match.kind,
  };
}
