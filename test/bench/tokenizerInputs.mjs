import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILE_BYTES = 100e6;
const PART_BYTES = 1 << 20;
const BASE_US = 1736408883733616n;

/** @typedef {(index: number) => string} EventWriter */

/** @param {number} index */
const time = (index) => `${BASE_US + BigInt(index)}.${String((index * 37) % 1000).padStart(3, '0')}`;

/** @param {number} index */
const lane = (index) => `"pid":${3118819 + (index >> 12)},"tid":${7 + ((index >> 6) & 15)}`;

/** @param {number} index */
const ordinary = (index) =>
  `{"ph":"X","name":"aten::op_${index % 400}","cat":"cpu_op",${lane(index)},"ts":"${time(index)}","dur":${index % 977}.5,` +
  `"args":{"Input Dims":[[16,${index % 64},128],[128,512]],"Sequence number":${index},"Fwd thread id":0}}`;

/**
 * Each makes a tokenizer work hard in another way.
 *
 * @type {Readonly<Record<string, { readonly event: EventWriter, readonly between: string, readonly count?: number }>>}
 */
const inputs = {
  ordinary: { event: ordinary, between: ',' },
  one_event_per_line: { event: ordinary, between: ',\n' },
  pretty_printed: { event: (index) => JSON.stringify(JSON.parse(ordinary(index)), undefined, 2), between: ',\n' },
  every_name_new: {
    event: (index) =>
      `{"ph":"X","name":"unique operator name ${index}",${lane(index)},"ts":"${time(index)}","dur":5.25}`,
    between: ',',
  },
  every_lane_new: {
    event: (index) => `{"ph":"X","name":"mm","pid":1,"tid":${index},"ts":"${time(index)}","dur":5.25}`,
    between: ',',
  },
  args_of_1_mb: {
    event: (index) =>
      `{"ph":"X","name":"mm",${lane(index)},"ts":"${time(index)}","dur":5.25,"args":{"stack":"${'train.py(12): step;'.repeat(55_000)}"}}`,
    between: ',',
  },
  escapes: {
    event: (index) =>
      `{"ph":"X","name":"C:\\\\work\\\\\\"train\\".py",${lane(index)},"ts":"${time(index)}","dur":5.25,` +
      `"args":{"stack":"${'C:\\\\site-packages\\\\torch\\\\nn.py(9): \\"forward\\";\\r\\n'.repeat(5)}"}}`,
    between: ',',
  },
  metadata_400000: {
    event: (index) =>
      `{"ph":"M","name":"thread_name","pid":${index >> 3},"tid":${index},"args":{"name":"Thread ${index} of a large machine"}}`,
    between: ',',
    count: 400_000,
  },
  flows: {
    event: (index) =>
      `{"ph":"${index & 1 ? 'f' : 's'}","bp":"e","name":"async_npu","cat":"async_npu","id":"${BASE_US * 4n + BigInt(index >> 1)}",` +
      `"pid":${3118819 + (index & 1)},"tid":${7 + (index & 15)},"ts":"${time(index)}","args":{}}`,
    between: ',',
  },
  counters: {
    event: (index) =>
      `{"ph":"C","name":"HBM ${index & 3}/Read",${lane(index)},"ts":"${time(index)}","args":{"Read(MB/s)":${index % 9973}.25,"acc_id":${index & 3}}}`,
    between: ',',
  },
};

/**
 * Writes the files into a new folder; answers their paths.
 *
 * @param {string} folder
 */
export function writeTokenizerInputs(folder) {
  mkdirSync(folder, { recursive: true });
  return Object.entries(inputs).map(([name, { event, between, count = Number.POSITIVE_INFINITY }]) => {
    const path = join(folder, `${name}.json`);
    const fd = openSync(path, 'w');
    let text = '[';
    let written = 0;
    for (let index = 0; index < count && written < FILE_BYTES; index++) {
      text += (index === 0 ? '' : between) + event(index);
      if (text.length < PART_BYTES) continue;
      written += writeSync(fd, text);
      text = '';
    }
    writeSync(fd, `${text}]\n`);
    closeSync(fd);
    return path;
  });
}
