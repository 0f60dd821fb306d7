export * from './columns';
export { internNames, namesAddress, roomForNames, startNames } from './names';
export { orderSlices } from './order';
export { overlaps, packRows } from './rows';

/** Where the other side may put what it likes. */
export const firstFree: usize = __heap_base;
export { joinRow } from './tree';
