import { join } from 'node:path';
import { preview } from 'vite';
import { projectDir } from './dumps';

export interface ServedPage {
  /** Address of the page in test/e2e/harness. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Serves a page of test/e2e/harness, as `scripts/lib/endToEndSetup.mjs` has built it. */
export async function serveHarnessPage(name: 'timeline' | 'parts'): Promise<ServedPage> {
  const server = await preview({
    ...{ root: projectDir, base: './', configFile: false, logLevel: 'warn' },
    build: { outDir: join('dist', 'harness') },
    preview: { host: '127.0.0.1', port: 0, open: false },
  });
  const origin = server.resolvedUrls?.local[0] ?? '';
  return { address: `${origin}${name}.html`, stop: () => server.close() };
}
