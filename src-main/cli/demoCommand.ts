import { generateDemo } from '../demo/generate';
import { number } from '../host/describeDump';
import { pathOfArgument } from '../host/openArgument';
import type { Command } from './arguments';

/** Writes a demo dump. Rejects with a `DemoError` when the folder is not empty or a number makes no sense. */
export async function runDemo(
  command: Extract<Command, { readonly kind: 'demo' }>,
  print: (line: string) => void,
): Promise<void> {
  const { kind: _, folder: name, ...setup } = command;
  const folder = pathOfArgument(name, process.cwd());
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.once('SIGINT', abort);
  let bytesWritten = 0;
  const startMs = performance.now();
  try {
    await generateDemo({ ...setup, folder, signal: stop.signal }, (progress) => {
      bytesWritten = progress.bytesWritten;
    });
  } finally {
    process.off('SIGINT', abort);
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  print(`Wrote ${number(Math.round(bytesWritten / 1e6))} MB to ${folder} in ${seconds} s.`);
}
