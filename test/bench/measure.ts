import type { Measurement } from './measurement';
import { measureCancel } from './stages/cancel';
import { measureCommunication } from './stages/communication';
import { measureCsv } from './stages/csv';
import { measureFindings } from './stages/findings';
import { measureGenerate } from './stages/generate';
import { measureGzip } from './stages/gzip';
import { measureInfo } from './stages/info';
import { measureJsonParse } from './stages/jsonParse';
import { measureOpen, measureReopen } from './stages/open';
import { measureOpenDatabase } from './stages/openDatabase';
import { measureOpenRunning } from './stages/openRunning';
import { measureQueries } from './stages/queries';
import { measureTokenizer } from './stages/tokenizer';
import { measureWatching, watchByThreads } from './stages/watching';

/** By the name that the command line has: `node measure.js STAGE ARGUMENT…`. A new stage is a file and a line here. */
const stages: Readonly<Record<string, (...args: string[]) => Promise<Measurement>>> = {
  generate: measureGenerate,
  'json-parse': measureJsonParse,
  'tokenizer-plain': (path) => measureTokenizer(path, 'plain'),
  'tokenizer-wasm': (path) => measureTokenizer(path, 'wasm'),
  gzip: measureGzip,
  open: measureOpen,
  'open-running': measureOpenRunning,
  'open-database': measureOpenDatabase,
  reopen: measureReopen,
  cancel: measureCancel,
  queries: measureQueries,
  findings: measureFindings,
  csv: measureCsv,
  communication: measureCommunication,
  info: measureInfo,
  watch: measureWatching,
  'watch-by-threads': watchByThreads,
};

const [name, ...args] = process.argv.slice(2);
const stage = stages[name];
if (!stage) throw new Error(`There is no stage "${name}": ${Object.keys(stages).join(', ')}`);
// The result is the last line; whatever a library prints stands before it.
process.stdout.write(`\n${JSON.stringify(await stage(...args))}\n`);
