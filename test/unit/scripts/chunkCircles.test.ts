import { expect, test } from 'vitest';
import { chunkCirclesPlugin } from '../../../scripts/lib/chunkCircles.mjs';

/** What the build is told of files that import others. */
function errorsOf(imports: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const errors: string[] = [];
  const bundle = Object.fromEntries(
    Object.entries(imports).map(([fileName, own]) => [fileName, { type: 'chunk', fileName, imports: own }]),
  );
  const { generateBundle } = chunkCirclesPlugin() as unknown as {
    generateBundle(this: { error(text: string): void }, options: unknown, bundle: unknown): void;
  };
  generateBundle.call({ error: (text) => errors.push(text) }, {}, { ...bundle, 'a.wasm': { type: 'asset' } });
  return errors;
}

test('a build whose files import each other in a circle is refused', () => {
  expect(errorsOf({ 'cli.js': ['a.js'], 'a.js': ['b.js'], 'b.js': ['a.js'] })).toEqual([
    'Files of the build import each other in a circle: a.js → b.js → a.js',
  ]);
});

test('files that several others import are no circle', () => {
  expect(
    errorsOf({ 'cli.js': ['a.js', 'b.js'], 'a.js': ['c.js'], 'b.js': ['a.js', 'c.js'], 'c.js': ['node:fs'] }),
  ).toEqual([]);
});
