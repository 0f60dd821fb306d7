import { leastPlantedRanks, plantedFaults } from '../demo/faults/planted';
import { generateDemo } from '../demo/generate';
import { type DemoOptions, layoutOf } from '../demo/options';
import { generateDemoSummaries } from '../engine/summaries/demoJob';
import { number, plural } from '../host/describeDump';
import type { Installation } from '../host/installation';
import { pathOfArgument } from '../host/openArgument';
import type { Command } from './arguments';

/** Writes a demo dump. Rejects with a `DemoError` when the folder is not empty or a number makes no sense. */
export async function runDemo(
  command: Extract<Command, { readonly kind: 'demo' }>,
  { workerUrl }: Installation,
  print: (line: string) => void,
): Promise<void> {
  const { kind: _, folder: name, isSummaries = false, ...setup } = command;
  const folder = pathOfArgument(name, process.cwd());
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.once('SIGINT', abort);
  let bytesWritten = 0;
  const startMs = performance.now();
  try {
    if (isSummaries) await generateDemoSummaries({ ...withFaults(setup), folder, signal: stop.signal }, workerUrl);
    else
      await generateDemo({ ...setup, folder, signal: stop.signal }, (progress) => {
        bytesWritten = progress.bytesWritten;
      });
  } finally {
    process.off('SIGINT', abort);
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  if (isSummaries) print(`Wrote summaries of ${plural(setup.ranks, 'rank', 'ranks')} to ${folder} in ${seconds} s.`);
  else print(`Wrote ${number(Math.round(bytesWritten / 1e6))} MB to ${folder} in ${seconds} s.`);
}

/** A large job has faults unless others are named. */
function withFaults<T extends Omit<DemoOptions, 'folder'>>(setup: T): T {
  if (setup.faults !== undefined || setup.ranks < leastPlantedRanks) return setup;
  return { ...setup, faults: plantedFaults(layoutOf({ ...setup, folder: '' })) };
}
