export { beginLane, beginRow, gatherRecords, gatherSlices, piecesOf } from './gather';
export { largeOnes, named, pack, showTimes, spread } from './pack';

/** Where the other side may put what it likes. */
export const firstFree: usize = __heap_base;
