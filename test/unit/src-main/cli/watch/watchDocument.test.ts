import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchOptions } from '../../../../../src-main/cli/watch/watchArguments';
import { limitNames } from '../../../../../src-watch/rule/limits';

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/watch.md'), 'utf8');
/** Each as one line. */
const commands = document
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('    ') && line.includes('tracelane watch'))
  .map((line) => line.slice(line.indexOf('tracelane watch')).replace(/#.*$/, ''));

test('commands of the document have flags that there are', () => {
  expect(commands.length).toBeGreaterThan(20);
  const flags = commands.flatMap((command) => command.match(/(?<=\s)--[a-z][\w-]*/g) ?? []);
  expect(flags.filter((flag) => !Object.hasOwn(watchOptions, flag.slice(2)))).toEqual([]);
});

test('each flag and each limit stands in it', () => {
  const said = new Set(document.match(/--[a-z][\w-]*/g));
  const absent = Object.keys(watchOptions).filter((name) => !said.has(`--${name}`) && !name.startsWith('perf-'));
  // That stands in the help.
  expect(absent).toEqual(['lang']);
  for (const { variable } of limitNames) expect(document).toContain(variable);
});
