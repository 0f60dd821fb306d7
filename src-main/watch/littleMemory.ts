import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from '../../src-worker/base/collectGarbage';

/**
 * For a process that makes a little garbage for days, beside a job that wants the memory. V8's room for what is new grows to 32 MB
 * while the first lines are read, and stays so large: it is to stay as small as it is now. Before much is made. Of this process, with all its threads.
 */
export function keepNewSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * To be called after each look at the files. Reading what was there before leaves much behind, which V8 would keep until it has three times as much;
 * when it has been let go of once, V8 keeps to what is left. Two looks later nothing holds on to it any more.
 */
export function collectBehindTheFirst(isBehind: () => boolean): () => void {
  let left = 2;
  return () => {
    if (left > 0 && !isBehind() && --left === 0) collectGarbage();
  };
}
