import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { projectDir } from './dumps';

export interface ServedPage {
  /** Address of test/e2e/harness/timeline.html. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Builds the page that shows the timeline alone over a made-up dump, and serves it. */
export async function serveTimelinePage(): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'tracelane-timeline-'));
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
      rollupOptions: { input: join(root, 'timeline.html') },
    },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0, open: false } });
  const origin = server.resolvedUrls?.local[0] ?? '';
  return {
    address: `${origin}timeline.html`,
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
