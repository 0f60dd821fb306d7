#!/usr/bin/env node
import { version } from '../../package.json';
import { type Installation, installationOf } from '../host/installation';
import { type Command, parseCommand } from './arguments';
import { runCache } from './cacheCommand';
import { runDemo } from './demoCommand';
import { helpText } from './help';
import { runInfo } from './infoCommand';
import { runOpen } from './openCommand';
import { serveHost } from './serveHost';
import { UsageError } from './usageError';

const print = (line: string): void => console.log(line);

/** Runs one command; resolves with the exit code. */
async function run(command: Command, installation: Installation): Promise<number> {
  switch (command.kind) {
    case 'help':
      print(helpText(command.topic));
      return 0;
    case 'version':
      print(version);
      return 0;
    case 'open':
      return runOpen(command, installation, print);
    case 'serve':
      await serveHost({ ...command, installation, print });
      return 0;
    case 'info':
      return runInfo(command.paths, command.isJson, installation, print);
    case 'demo':
      await runDemo(command, print);
      return 0;
    case 'cache':
      await runCache(command.action, print);
      return 0;
  }
}

async function main(): Promise<number> {
  try {
    return await run(parseCommand(process.argv.slice(2)), installationOf(import.meta.url));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (process.env.TRACELANE_DEBUG !== undefined) console.error(error);
    if (error instanceof UsageError) console.error('See tracelane --help.');
    return error instanceof UsageError ? 2 : 1;
  }
}

// Who reads our output may stop reading (`tracelane open … | head`); the window stays open all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main();
