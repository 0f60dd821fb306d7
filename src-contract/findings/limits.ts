/** What rules go by that users can't change, and sentences of the window quote. What they can change is a threshold. */

/** Of the collectives that are held against each other (C4): shares of a call's time, and calls of either. */
export const besideComputingLimits = { aloneUpTo: 0.1, besideFrom: 0.5, leastCalls: 3 } as const;

/** Kinds of kernels that a report has rows of (B1, B5). */
export const mostKernelKinds = 32;

/** Calls and tasks of all ranks together that the graph of a critical path has room for (A6, E4). */
export const mostGraphNodes = 6_000_000;
