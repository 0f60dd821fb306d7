export {
  BATCH_ROWS as batchRows,
  clear,
  scratchOf,
  textBytesAt,
  textCount,
  textEndsAt,
  valueCount,
  valuesAt,
} from './columns';
export { blockOf, next, rows, setColumn, setWidth } from './rows';
export { codeOf } from './texts';
