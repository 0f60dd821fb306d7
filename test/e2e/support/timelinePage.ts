import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { projectDir } from './dumps';

export interface ServedPage {
  /** Address of the page in test/e2e/harness. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Builds the page that shows the timeline alone over a made-up dump, and serves it. */
export const serveTimelinePage = () => serveHarnessPage('timeline');

/** Builds a page of test/e2e/harness and serves it. */
export async function serveHarnessPage(name: 'timeline' | 'parts'): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), `tracelane-${name}-`));
  const root = join(projectDir, 'test', 'e2e', 'harness');
  const shared = { root, base: './', configFile: false, logLevel: 'warn' } as const;
  await build({
    ...shared,
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome120',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
      rollupOptions: { input: join(root, `${name}.html`) },
    },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0, open: false } });
  const origin = server.resolvedUrls?.local[0] ?? '';
  return {
    address: `${origin}${name}.html`,
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
