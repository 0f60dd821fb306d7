/** Which device the kernels ran on, and what it reaches at most. Pure; the table is resources/chips.json. */
import chipTable from '../../../resources/chips.json';
import type { ChipFacts, ChipMatch, DeviceFacts, PeakRates } from '../../../src-contract';

interface Chip extends ChipFacts {
  /** Matched against the name that the dump has. */
  readonly pattern: RegExp;
  readonly cubeCores?: number;
  readonly clockHz?: number;
}

interface ChipEntry {
  readonly name: string;
  readonly pattern: string;
  readonly cubeCores?: number;
  readonly clockMhz?: number;
  readonly memoryGBps?: number;
  /** Names the row of `flopPerCycle` where peaks follow from cores and clock. */
  readonly core?: string;
  readonly peakTflops?: PeakRates;
}

/** Kind of core that a device is taken for of which only cores and clock are known. */
const MEASURED_CORE = 'dav-c220';
/** Of the clock: the cycles are counted exactly, the time to some ns. */
const CLOCK_TOLERANCE = 0.01;

const flopPerCycle: Readonly<Record<string, PeakRates>> = chipTable.flopPerCycle;

const chips: readonly Chip[] = (chipTable.chips as readonly ChipEntry[]).map(chipOf);

function chipOf({ name, pattern, cubeCores, clockMhz, memoryGBps, core, peakTflops }: ChipEntry): Chip {
  const clockHz = clockMhz === undefined ? undefined : clockMhz * 1e6;
  const isByCore = core !== undefined && cubeCores !== undefined && clockHz !== undefined;
  return {
    name,
    pattern: new RegExp(pattern, 'i'),
    ...(cubeCores !== undefined && { cubeCores }),
    ...(clockHz !== undefined && { clockHz }),
    ...(memoryGBps !== undefined && { memoryGBps }),
    peaks: isByCore ? peaksOfCores(core, cubeCores, clockHz) : scaled(peakTflops ?? {}, 1e12),
  };
}

function peaksOfCores(core: string, cubeCores: number, clockHz: number): PeakRates {
  return scaled(flopPerCycle[core] ?? {}, cubeCores * clockHz);
}

function scaled(rates: PeakRates, factor: number): PeakRates {
  return Object.fromEntries(Object.entries(rates).map(([type, rate]) => [type, rate * factor]));
}

/** Of a core of the devices whose counters are read, in float32 that is not rounded to HF32. */
export function fp32FlopPerCycle(): number {
  return flopPerCycle[MEASURED_CORE]?.fp32 ?? Number.NaN;
}

/** All that are known, to choose from. */
export function knownChips(): readonly ChipFacts[] {
  return chips.map(factsOf);
}

function factsOf({ name, peaks, memoryGBps }: Chip): ChipFacts {
  return { name, peaks, ...(memoryGBps !== undefined && { memoryGBps }) };
}

export function recognisedChip(device: DeviceFacts | undefined): ChipMatch {
  const { name, clockHz, cubeCores } = device ?? {};
  const named = name === undefined ? undefined : chips.find(({ pattern }) => pattern.test(name));
  if (named) return { kind: 'name', chip: factsOf(named) };
  if (clockHz === undefined || cubeCores === undefined) return { kind: 'unknown' };
  const like = chips.find(
    (chip) =>
      chip.cubeCores === cubeCores &&
      chip.clockHz !== undefined &&
      Math.abs(chip.clockHz / clockHz - 1) <= CLOCK_TOLERANCE,
  );
  if (like) return { kind: 'cores', chip: factsOf(like) };
  const clockGhz = (clockHz / 1e9).toFixed(2);
  const peaks = peaksOfCores(MEASURED_CORE, cubeCores, clockHz);
  return { kind: 'measured', chip: { name: `${cubeCores} × ${clockGhz} GHz`, peaks } };
}
