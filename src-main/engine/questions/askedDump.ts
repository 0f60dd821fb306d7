import type { DumpId, Notice } from '../../../src-contract';
import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import type { TablePlace } from '../../../src-worker/model/tableRanks';
import type { FoundRecord, KeptRecord, RecordOf } from '../../../src-worker/model/work';

/** What questions need of a dump that is open. */
export interface AskedDump {
  readonly id: DumpId;
  /** All of it has been read. */
  readonly isReady: boolean;
  readonly place: Omit<TablePlace, 'generations'>;
  /** Resolves when questions about tables can be answered. */
  tablesKnown(): Promise<void>;
  noteLate(notices: readonly Notice[]): void;
  /** See `RecordStore`. */
  loadRecord(of: RecordOf): Promise<FoundRecord>;
  saveRecord(of: RecordOf, record: KeptRecord): void;
}

/** The dump, or a `DumpClosedError`. */
export function openOne<T>(open: T | undefined, dump: DumpId): T {
  if (!open) throw new NamedError(errorNames.dumpClosed, `The dump ${dump} is not open`);
  return open;
}
