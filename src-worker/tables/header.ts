import type { Unit } from '../../src-contract';

/** What a column's header tells of its values. */
export interface HeaderUnit {
  readonly unit: Unit;
  /** Digits to shift the decimal point by: 3 for µs. Exact, unlike a product. */
  readonly shiftDigits: number;
  /** Then a factor: 1024 for KB. */
  readonly factor: number;
}

const instantHeader = /^(task )?start (time|timestamp)|^timestamp|^allocation time|release time/i;

/** Unit of a column by what stands in brackets at its end. Memory is counted in powers of two, see formats.md. */
export function headerUnit(header: string): HeaderUnit {
  const [, inBrackets = ''] = /\(([^()]*)\)\s*$/.exec(header) ?? [];
  const isInstant = instantHeader.test(header.trim());
  const timeUnit: Unit = isInstant ? 'time' : 'duration';
  switch (inBrackets.toLowerCase()) {
    case 'ns':
      return { unit: timeUnit, shiftDigits: 0, factor: 1 };
    case 'us':
      return { unit: timeUnit, shiftDigits: 3, factor: 1 };
    case 'ms':
      return { unit: timeUnit, shiftDigits: 6, factor: 1 };
    case 'b':
    case 'byte':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 };
    case 'kb':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 << 10 };
    case 'mb':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 << 20 };
    case 'gb':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 << 30 };
    case 'gb/s':
      return { unit: 'GB/s', shiftDigits: 0, factor: 1 };
    case 'mb/s':
      return { unit: 'MB/s', shiftDigits: 0, factor: 1 };
    case '%':
      return { unit: 'percent', shiftDigits: 0, factor: 1 };
    case 'mhz':
      return { unit: 'MHz', shiftDigits: 0, factor: 1 };
  }
  return { unit: plainUnit(header), shiftDigits: 0, factor: 1 };
}

function plainUnit(header: string): Unit {
  if (/(^|[_ ])ids?$|^stream ptr$/i.test(header.trim())) return 'id';
  if (/_cycles$/i.test(header)) return 'cycles';
  // Not within a word: "Duration" is none.
  if (/(?<![a-z])ratio(?![a-z])|rate$/i.test(header)) return 'ratio';
  if (/^count$/i.test(header.trim())) return 'count';
  return 'none';
}
