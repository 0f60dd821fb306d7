import { type Column, codedColumn, numberColumn, TextPool } from '../../tables/columnTable';
import type { FlopCount } from './flops';

/** `flop`, `flopRate`, `computeType` and `flopUnknown` of the rows of these durations. */
export function flopColumnsOf(durationNs: ArrayLike<number>, countOf: (row: number) => FlopCount): Column[] {
  const rowCount = durationNs.length;
  const flop = new Float64Array(rowCount).fill(Number.NaN);
  const flopRate = new Float64Array(rowCount).fill(Number.NaN);
  const [types, reasons] = [new TextPool(), new TextPool()];
  const typeCodes = new Uint32Array(rowCount);
  const reasonCodes = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const count = countOf(row);
    typeCodes[row] = types.code(count.kind === 'known' ? (count.computeType ?? '') : '');
    reasonCodes[row] = reasons.code(count.kind === 'unknown' ? count.reason : '');
    if (count.kind !== 'known') continue;
    flop[row] = count.flop;
    flopRate[row] = durationNs[row] > 0 ? count.flop / (durationNs[row] * 1e-9) : Number.NaN;
  }
  return [
    numberColumn('flop', 'FLOP', flop, { label: 'FLOPs' }),
    numberColumn('flopRate', 'FLOP/s', flopRate, { label: 'Achieved FLOP/s' }),
    codedColumn('computeType', typeCodes, types.texts, { label: 'Compute type' }),
    codedColumn('flopUnknown', reasonCodes, reasons.texts, { label: 'Why FLOPs are not known' }),
  ];
}
