import { eachBatch, type Reading } from './reading';

/**
 * The groups of a rank's collectives, numbered as they are first seen in COMMUNICATION_OP; those that only have parts
 * (COMMUNICATION_TASK_INFO) come behind them. Every segment numbers them alike.
 */
export class CollectiveGroups {
  readonly #numberOf = new Map<number, number>();

  constructor(reading: Reading) {
    eachBatch(reading, 'COMMUNICATION_OP', { group: ['groupName'] }, ({ group }, count) => {
      for (let i = 0; i < count; i++) this.number(group[i]);
    });
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
