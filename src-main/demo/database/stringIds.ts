import type { AddRow } from './databaseFile';

/** The libraries' names, the framework's and those of memory are numbered each from here. */
export const firstStringIds = { cann: 0, framework: 1 << 28, memory: 2 << 28 } as const;

/** Numbers of texts: a text goes to the table when it is first asked for. */
export class StringIds {
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly add: AddRow,
    private next: number,
  ) {}

  idOf(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const id = this.idOnce(text);
    this.ids.set(text, id);
    return id;
  }

  /** Of a text that nobody asks for again: it is not kept in memory. */
  idOnce(text: string): number {
    const id = this.next++;
    this.add([id, text]);
    return id;
  }
}
