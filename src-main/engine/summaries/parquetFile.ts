import { isOfForm } from '../../../src-worker/discovery/fileMagic';

/** Whether there is a file that begins as Parquet files do: all that is known before the program loads what reads them. */
export function isParquetFile(path: string): boolean {
  return isOfForm('parquet', path, []);
}
