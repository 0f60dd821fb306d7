import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { builderConfigText, readBuilderConfig } from './builderConfig';

interface Validator {
  (value: unknown): boolean;
  readonly errors?: unknown;
}

const require = createRequire(import.meta.url);

test('electron-builder.yml is valid by electron-builder’s own schema, and a misspelt setting is found', () => {
  const { default: Ajv } = require('ajv') as {
    default: new (options: object) => { compile(schema: unknown): Validator };
  };
  const schema: unknown = JSON.parse(readFileSync(require.resolve('app-builder-lib/scheme.json'), 'utf8'));
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  expect(validate(readBuilderConfig()), JSON.stringify(validate.errors)).toBe(true);
  for (const [right, wrong] of [
    ['appId:', 'appIdd:'],
    ['runAsNode:', 'runAsNod:'],
    ['executableArgs:', 'executableArg:'],
  ] as const) {
    expect(validate(readBuilderConfig(builderConfigText.replace(right, wrong))), wrong).toBe(false);
  }
});
