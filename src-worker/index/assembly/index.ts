export { chooseSlices, chosenLong, chosenOfRuns, startChoice } from './choice';
export { endsOf, finalOrder, gather1, gather2, gather4, gather8, hasAny, rowStartsOf } from './columns';
export { chainByKey, describeLinks, endChains, linkCount, linkEnds, mapHalves, mapWords } from './flows';
export { orderByGroup } from './groups';
export { internNames, namesAddress, roomForNames, startNames } from './names';
export { orderSlices } from './order';
export { packBlocks, unpackBlocks, unpackedValues } from './pack';
export { overlaps, packRows } from './rows';
export { markAmbiguous, sweepRow } from './sweep';

/** Where the other side may put what it likes. */
export const firstFree: usize = __heap_base;
export { joinRow } from './tree';
