export { beginLane, beginRow, gatherRecords, gatherSlices, piecesOf } from './gather';
export { largeOnes, named, pack, showTimes, spread } from './pack';
export { addSlices, beginSums, forgetSelf, putCrossing, takeFromParents, takeWhereCrossing, usedNames } from './sums';

/** Where the other side may put what it likes. */
export const firstFree: usize = __heap_base;
