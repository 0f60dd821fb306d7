import { defineConfig } from 'vitest/config';
import { unitTests } from './test/unit/config.ts';

/** The long unit tests, `*.full.test.ts`: `npm run test:full`, or `npx vitest run -c vitest.full.config.ts NAME`. */
export default defineConfig({ test: unitTests('full') });
