/** Which device the kernels ran on, and what it reaches at most. Pure; the table is resources/chips.json. */
import chipTable from '../../../resources/chips.json';
import type { ComputeType, DeviceFacts, PeakRates } from '../../../src-contract';

export const computeTypes = ['fp16', 'bf16', 'hf32', 'fp32', 'fp64', 'fp8', 'int8'] as const satisfies ComputeType[];

export interface Chip {
  /** As shown, and the key of what the user has changed about it. */
  readonly name: string;
  /** Matched against the name that the dump has. */
  readonly pattern: RegExp;
  readonly cubeCores?: number;
  readonly clockHz?: number;
  /** FLOP/s. */
  readonly peaks: PeakRates;
}

interface ChipEntry {
  readonly name: string;
  readonly pattern: string;
  readonly cubeCores?: number;
  readonly clockMhz?: number;
  /** Names the row of `flopPerCycle` where peaks follow from cores and clock. */
  readonly core?: string;
  readonly peakTflops?: PeakRates;
}

/** Kind of core that a device is taken for of which only cores and clock are known. */
const MEASURED_CORE = 'dav-c220';
/** Of the clock: the cycles are counted exactly, the time to some ns. */
const CLOCK_TOLERANCE = 0.01;

const flopPerCycle: Readonly<Record<string, PeakRates>> = chipTable.flopPerCycle;

export const chips: readonly Chip[] = (chipTable.chips as readonly ChipEntry[]).map(chipOf);

function chipOf({ name, pattern, cubeCores, clockMhz, core, peakTflops }: ChipEntry): Chip {
  const clockHz = clockMhz === undefined ? undefined : clockMhz * 1e6;
  const isByCore = core !== undefined && cubeCores !== undefined && clockHz !== undefined;
  return {
    name,
    pattern: new RegExp(pattern, 'i'),
    ...(cubeCores !== undefined && { cubeCores }),
    ...(clockHz !== undefined && { clockHz }),
    peaks: isByCore ? peaksOfCores(core, cubeCores, clockHz) : scaled(peakTflops ?? {}, 1e12),
  };
}

function peaksOfCores(core: string, cubeCores: number, clockHz: number): PeakRates {
  return scaled(flopPerCycle[core] ?? {}, cubeCores * clockHz);
}

function scaled(rates: PeakRates, factor: number): PeakRates {
  return Object.fromEntries(Object.entries(rates).map(([type, rate]) => [type, rate * factor]));
}

/** How the device was recognised: by its name in the dump, by its cores and clock, or only measured. */
export type ChipMatch =
  | { readonly kind: 'name' | 'cores'; readonly chip: Chip }
  | { readonly kind: 'measured'; readonly chip: Chip }
  | { readonly kind: 'unknown' };

export function recognisedChip(device: DeviceFacts | undefined): ChipMatch {
  const { name, clockHz, cubeCores } = device ?? {};
  const named = name === undefined ? undefined : chips.find(({ pattern }) => pattern.test(name));
  if (named) return { kind: 'name', chip: named };
  if (clockHz === undefined || cubeCores === undefined) return { kind: 'unknown' };
  const like = chips.find(
    (chip) =>
      chip.cubeCores === cubeCores &&
      chip.clockHz !== undefined &&
      Math.abs(chip.clockHz / clockHz - 1) <= CLOCK_TOLERANCE,
  );
  if (like) return { kind: 'cores', chip: like };
  const clockGhz = (clockHz / 1e9).toFixed(2);
  const peaks = peaksOfCores(MEASURED_CORE, cubeCores, clockHz);
  const chip = { name: `${cubeCores} × ${clockGhz} GHz`, pattern: /^$/, cubeCores, clockHz, peaks };
  return { kind: 'measured', chip };
}
