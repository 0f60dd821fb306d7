import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the built program lies. */
export interface Installation {
  /** Folder with package.json. */
  readonly appDir: string;
  readonly workerUrl: URL;
  /** The command line. */
  readonly programPath: string;
  /** Folder of the built window. */
  readonly rendererDir: string;
}

/** `entryUrl` is `import.meta.url` of a built entry: dist/node/cli.js or dist/node/electron.js. */
export function installationOf(entryUrl: string): Installation {
  const nodeDir = dirname(fileURLToPath(entryUrl));
  return {
    appDir: join(nodeDir, '..', '..'),
    programPath: join(nodeDir, 'cli.js'),
    workerUrl: pathToFileURL(join(nodeDir, 'worker.cjs')),
    rendererDir: join(nodeDir, '..', 'renderer'),
  };
}
