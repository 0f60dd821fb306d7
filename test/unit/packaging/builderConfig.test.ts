import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

// All of them come with electron-builder itself.
const require = createRequire(import.meta.url);
const fromBuilder = createRequire(require.resolve('app-builder-lib'));

interface Validator {
  (value: unknown): boolean;
  readonly errors?: unknown;
}

async function validateBuilderConfig(text: string): Promise<unknown> {
  const { load } = fromBuilder('js-yaml') as { load(text: string): unknown };
  const { default: Ajv } = require('ajv') as {
    default: new (options: object) => { compile(schema: unknown): Validator };
  };
  const schema: unknown = JSON.parse(await readFile(require.resolve('app-builder-lib/scheme.json'), 'utf8'));
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  return validate(load(text)) ? undefined : validate.errors;
}

const builderConfig = readFile(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');

test('electron-builder.yml is valid by electron-builder’s own schema', async () => {
  expect(await validateBuilderConfig(await builderConfig)).toBeUndefined();
});

test('a misspelt setting is found', async () => {
  expect(await validateBuilderConfig((await builderConfig).replace('appId:', 'appIdd:'))).toBeDefined();
});

test('what the package names as its entries is what the build writes and the installer takes', async () => {
  const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(manifest.main).toBe('dist/node/electron.js');
  expect(manifest.bin.tracelane).toBe('dist/node/cli.js');
  expect(await builderConfig).toContain('- dist/node/**');
  expect(await builderConfig).toContain('- dist/renderer/**');
});
