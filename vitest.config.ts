import { defineConfig } from 'vitest/config';
import { unitTests } from './test/unit/config.ts';

/** Unit tests of `npm test`; those of `npm run test:full` are in vitest.full.config.ts. */
export default defineConfig({ test: unitTests('quick') });
