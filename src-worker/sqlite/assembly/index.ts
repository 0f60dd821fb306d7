export { leafCells, leafRows } from './leaf';
export {
  end,
  highs,
  locals,
  lows,
  payloads,
  places,
  rowIdPlaces,
  rowIds,
  run,
  sizes,
  starts,
  types,
  values,
} from './places';
export { readNumbers, readSince, readWords } from './values';
