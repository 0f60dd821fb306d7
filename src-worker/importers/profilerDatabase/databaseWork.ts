/** What takes code to do with a database, loaded by ./profilerDatabase.ts with the first one. */
export { planDatabases } from './plan';
export { readDatabaseSegment } from './readSegment';
export { RowArgs } from './rowArgs';
