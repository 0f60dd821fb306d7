import { open } from 'node:fs/promises';
import { LineSplitter } from '../../src-watch/lines/lineSplitter';
import { inParts, type TakeLines } from './followedFile';

const CHUNK_BYTES = 1 << 20;

export interface ReadLines {
  readonly tooLongCount: number;
}

/** Every line of the file as it is now, with constant memory. Rejects with the system's error. */
export async function readOnce(path: string, give: TakeLines): Promise<ReadLines> {
  const splitter = new LineSplitter();
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      await inParts((take) => splitter.push(buffer.subarray(0, bytesRead), take), give);
    }
  } finally {
    await file.close();
  }
  await inParts((take) => splitter.end(take), give);
  return { tooLongCount: splitter.tooLongCount };
}
