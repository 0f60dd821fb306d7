import { eachBatch, idOrNone, type Reading } from './reading';

/**
 * The groups of a rank's collectives, numbered in the order of the job's metadata, as in the text export; those that it does
 * not have as they are first seen in COMMUNICATION_OP, and last those that only have parts (COMMUNICATION_TASK_INFO).
 * Every segment numbers them alike.
 */
export class CollectiveGroups {
  readonly #numberOf = new Map<number, number>();
  /** Of each number: planes that its parts are on. */
  readonly #planeCounts: number[] = [];
  readonly #firstTids: number[] = [];

  constructor(reading: Reading) {
    const orderOf = new Map(groupNames(reading).map((name, order) => [name, order]));
    const unknown: number[] = [];
    const ranked: { readonly group: number; readonly order: number }[] = [];
    const { strings } = reading.events.names;
    const seen = new Set<number>();
    const add = (group: number) => {
      if (seen.has(group)) return;
      seen.add(group);
      const order = orderOf.size > 0 && !Number.isNaN(group) ? orderOf.get(strings.text(group) ?? '') : undefined;
      if (order !== undefined) ranked.push({ group, order });
      else unknown.push(group);
    };
    eachBatch(reading, 'COMMUNICATION_OP', { group: ['groupName'] }, ({ group }, count) => {
      for (let i = 0; i < count; i++) add(group[i]);
    });
    ranked.sort((a, b) => a.order - b.order);
    for (const group of [...ranked.map((one) => one.group), ...unknown]) this.number(group);
    eachBatch(reading, 'COMMUNICATION_TASK_INFO', { group: ['groupName'], plane: ['planeId'] }, (columns, count) => {
      for (let i = 0; i < count; i++) {
        const number = this.number(columns.group[i]);
        const planes = Math.min((idOrNone(columns.plane[i]) || 0) + 1, MOST_PLANES);
        this.#planeCounts[number] = Math.max(this.#planeCounts[number] ?? 0, planes);
      }
    });
    let tid = 0;
    for (let number = 0; number < this.#numberOf.size; number++) {
      this.#firstTids.push(tid);
      tid += 1 + (this.#planeCounts[number] ?? 0);
    }
  }

  /** Where the lanes of the group begin, as the text export counts: its own, then its planes', then the next group's. */
  firstTid(group: number): number {
    return this.#firstTids[group] ?? 0;
  }

  /** `group`: number of its name; NaN where the database names none. */
  number(group: number): number {
    let number = this.#numberOf.get(group);
    if (number === undefined) {
      number = this.#numberOf.size;
      this.#numberOf.set(group, number);
    }
    return number;
  }
}

/** Any number may stand there; nobody has so many. */
const MOST_PLANES = 1 << 16;

/** The keys of META_DATA's `parallel_group_info`. */
function groupNames({ database }: Reading): readonly string[] {
  let text = '';
  database.scan('META_DATA', ['name', 'value'], (row) => {
    if (row.text(0) === 'parallel_group_info') text = row.text(1) ?? '';
  });
  const info = parsed(text);
  return typeof info === 'object' && info !== null ? Object.keys(info) : [];
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
