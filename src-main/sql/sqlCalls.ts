/** What is said between the host and the process that has a dump's database. */
import type { SqlColumn, SqlFailure, SqlRows } from '../../src-contract';

export interface SqlCalls {
  /** First of all. `files`: summaries; `fileOut`: where a result may be written as Parquet. */
  open(what: {
    readonly folder: string;
    readonly files: readonly string[];
    readonly fileOut: string;
    readonly memoryBytes: number;
  }): Promise<void>;
  tablesOf(sql: string): Promise<readonly string[]>;
  columnsOf(table: string): Promise<readonly SqlColumn[]>;
  /** A table is given in parts, one table at a time. */
  beginTable(name: string, columns: readonly SqlColumn[]): Promise<void>;
  addRows(count: number, columns: readonly (Float64Array | readonly string[])[]): Promise<void>;
  endTable(): Promise<void>;
  rows(sql: string, seconds: number): Promise<Omit<SqlRows, 'milliseconds'>>;
  writeCsv(sql: string, seconds: number, file: string): Promise<void>;
  writeParquet(sql: string, seconds: number, file: string): Promise<void>;
  /** The query that is under way. */
  stop(): Promise<void>;
}

export type CalledName = keyof SqlCalls;

export interface SqlMessage {
  readonly id: number;
  readonly name: CalledName;
  readonly args: readonly unknown[];
}

/** 0: it listens. */
export type SqlReply = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: SqlFailure });
