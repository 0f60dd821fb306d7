/** The device that utilisation is told against, as the user has chosen and changed it: kept for all dumps. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeviceFacts, PeakRates } from '../../src-worker/api';
import { type Chip, type ChipMatch, chips, computeTypes, recognisedChip } from './chips';

export interface ChipChoice {
  /** Name of a chip of the table; undefined: the one that the dump tells. */
  readonly chosen: string | undefined;
  /** FLOP/s that the user has typed, by chip and type. */
  readonly changed: Readonly<Record<string, PeakRates>>;
}

const STORAGE_KEY = 'tracelane.chips';
const nothing: ChipChoice = { chosen: undefined, changed: {} };

/** A storage that refuses (private window) only means that nothing is kept. */
export function createChipChoice(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): StoreApi<ChipChoice> {
  const store = createStore<ChipChoice>()(() => readChoice(storage));
  store.subscribe((choice) => {
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify(choice));
    } catch {
      // Full or forbidden: the choice holds until the window closes.
    }
  });
  return store;
}

function readChoice(storage: Pick<Storage, 'getItem'> | undefined): ChipChoice {
  let stored: unknown;
  try {
    stored = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return nothing;
  }
  if (typeof stored !== 'object' || stored === null) return nothing;
  const { chosen, changed } = stored as { chosen?: unknown; changed?: unknown };
  return {
    chosen: chips.some(({ name }) => name === chosen) ? (chosen as string) : undefined,
    changed: typeof changed === 'object' && changed !== null ? cleanChanges(changed) : {},
  };
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
