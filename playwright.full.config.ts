import { endToEndTests } from './playwright.config';

/** The long ones, `*.full.spec.ts`: `npm run test:full`, or `npx playwright test -c playwright.full.config.ts NAME`. */
export default endToEndTests('full');
