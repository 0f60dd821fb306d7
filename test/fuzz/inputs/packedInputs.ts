import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Input } from '../format';
import { cutTrace, traceInputs } from './traceInputs';
import { writeZip } from './zipWriter';

/** Unpacked; packed it is a tenth. */
const TRACE_BYTES = 15_000;

/** Some traces packed in each of the ways in which they come. */
export async function packedInputs(): Promise<readonly Input[]> {
  const traces = (await traceInputs()).slice(0, 6);
  const inputs: Input[] = [];
  for (const { name, bytes: whole } of traces) {
    const bytes = cutTrace(whole, TRACE_BYTES);
    const file = basename(name).replace(/(\.gz)?$/, '');
    const half = Math.floor(bytes.length / 2);
    const members = Buffer.concat([gzipSync(bytes.subarray(0, half)), gzipSync(bytes.subarray(half))]);
    const add = (how: string, path: string, packed: Buffer) =>
      inputs.push({ name: `${name}, ${how}`, bytes: packed, path, beside: {} });
    add('gzip', `${file}.gz`, gzipSync(bytes));
    add('gzip of two members', `${file}.gz`, members);
    add('zip', `${file}.zip`, writeZip([{ name: file, bytes }]));
    add('zip, stored', `${file}.zip`, writeZip([{ name: `folder/${file}`, bytes, isStored: true }]));
    const others = { name: 'README.txt', bytes: Buffer.from('read me') };
    add(
      'gzip in a zip',
      `${file}.zip`,
      writeZip([others, { name: `${file}.gz`, bytes: gzipSync(bytes), isStored: true }]),
    );
  }
  return inputs;
}
