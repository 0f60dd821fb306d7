import { formatInColumn, unitOfValues } from '../../../src-renderer/base/columnUnit';

/** A duration as a column or list of these writes it. */
export function inColumn(ns: number, column: readonly number[]): string {
  return formatInColumn(ns, 'duration', unitOfValues('duration', column));
}
