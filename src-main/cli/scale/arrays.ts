/** A stretch of the list's tasks, as one array. */
export interface TaskArray {
  /** Number of its first task in the list; indexes of the array count from 0. */
  readonly from: number;
  readonly count: number;
  /** Tasks of it that run at a time. */
  readonly limit: number | undefined;
  /** It begins when the one before has ended: so few may run at a time. */
  readonly isAfterPrevious: boolean;
}

/** `mostTasks`: the scheduler's own limit of an array. `limit` holds for all arrays together. */
export function taskArrays(count: number, mostTasks: number, limit: number | undefined): readonly TaskArray[] {
  const arrayCount = Math.ceil(count / mostTasks);
  const isChained = limit !== undefined && limit < arrayCount;
  return Array.from({ length: arrayCount }, (_, at) => {
    const own = Math.min(mostTasks, count - at * mostTasks);
    return {
      from: at * mostTasks,
      count: own,
      // What the division leaves goes to the first ones.
      limit: limit === undefined || isChained ? limit : Math.floor((limit + arrayCount - 1 - at) / arrayCount),
      isAfterPrevious: isChained && at > 0,
    };
  });
}
