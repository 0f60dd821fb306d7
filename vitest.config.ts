import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'],
    globalSetup: ['test/fixtures/buildTokenizer.ts'],
    testTimeout: 30_000,
    // Hooks that generate a dump take long while other tests run.
    hookTimeout: 60_000,
  },
});
