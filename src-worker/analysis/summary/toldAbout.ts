/** What small files tell of a rank: of most ranks of a large job nobody asks, so that it stays as its text. */
import { aloneText, plainValue, type TextPart, textParts } from '../../parquet/plainJson';
import type { FactKind, FactReader } from './factCodec';
import type { AboutRank } from './rankSummary';

/** Undefined where no fact tells of the rank. Throws a `SyntaxError`. */
export function toldAbout(reader: FactReader, kind: FactKind): AboutRank | undefined {
  const [row] = reader.rows(kind);
  if (row === undefined) return undefined;
  const parts = textParts(reader.restText(row) ?? '');
  if (!parts) return reader.read<AboutRank>(kind, row);
  const rest = parts.filter(({ name }) => name !== 'files' && name !== 'metadata' && name !== 'profilerInfo');
  const own = plainValue(`{${rest.map(({ name, text }) => `"${name}":${text}`).join()}}`) as Record<string, unknown>;
  const files = filesOf(reader, parts);
  if (files) own.files = files;
  const [metadata, profilerInfo] = [textOf(parts, 'metadata'), textOf(parts, 'profilerInfo')];
  return new ToldAbout(reader.read(kind, row, own), metadata, profilerInfo, reader.lists);
}

function textOf(parts: readonly TextPart[], wanted: string): string | undefined {
  const text = parts.find(({ name }) => name === wanted)?.text;
  return text === undefined ? undefined : aloneText(text);
}

/** Ranks have the same ones, or some of them are the same: each is kept once. */
function filesOf(reader: FactReader, parts: readonly TextPart[]): AboutRank['files'] | undefined {
  const text = textOf(parts, 'files');
  if (text === undefined) return undefined;
  const files = textParts(text)?.map((own) => reader.common(own.text)) ?? plainValue(text);
  return files as AboutRank['files'];
}

/** Not to be spread: its members are its class's. */
class ToldAbout implements AboutRank {
  constructor(
    readonly own: Omit<AboutRank, 'metadata' | 'profilerInfo'>,
    readonly metadataText: string | undefined,
    readonly profilerInfoText: string | undefined,
    readonly lists: FactReader['lists'],
  ) {}

  get label(): string {
    return this.own.label;
  }
  get hostName(): string | undefined {
    return this.own.hostName;
  }
  get startedMs(): number | undefined {
    return this.own.startedMs;
  }
  get process(): string | undefined {
    return this.own.process;
  }
  get rank(): number | undefined {
    return this.own.rank;
  }
  get job(): string {
    return this.own.job;
  }
  get folder(): string {
    return this.own.folder;
  }
  get place(): string {
    return this.own.place;
  }
  get files(): AboutRank['files'] {
    return this.own.files;
  }
  get writer(): AboutRank['writer'] {
    return this.own.writer;
  }
  get worldSize(): number | undefined {
    return this.own.worldSize;
  }
  get gpu(): string | undefined {
    return this.own.gpu;
  }
  get metadata(): unknown {
    return this.#valueOf(this.metadataText);
  }
  get profilerInfo(): unknown {
    return this.#valueOf(this.profilerInfoText);
  }

  /** As of a file of the rank's that is broken: what is damaged in it says nothing. */
  #valueOf(text: string | undefined): unknown {
    if (text === undefined) return undefined;
    try {
      return plainValue(text, this.lists);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return undefined;
    }
  }
}
