import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { KeptScript } from '../../../../src-main/base/keptScript';
import { temporaryFolder } from '../../../fixtures/indexed';

const CODE = `exports.runs = (globalThis.keptRuns = (globalThis.keptRuns ?? 0) + 1);
exports.twice = (number) => number * 2;
exports.again = () => require('./program.cjs');
exports.place = __filename;`;

interface Exported {
  readonly runs: number;
  readonly twice: (number: number) => number;
  readonly again: () => unknown;
  readonly place: string;
}

function drawn(text = CODE) {
  const folder = temporaryFolder();
  const path = join(folder, 'program.cjs');
  const kept = join(folder, 'code');
  writeFileSync(path, text);
  const once = () => {
    const script = new KeptScript(path, kept);
    const exported = script.run() as Exported;
    expect(exported.twice(21)).toBe(42);
    script.keep();
    return exported;
  };
  const keptFiles = () => (existsSync(kept) ? readdirSync(kept).map((name) => join(kept, name)) : []);
  return { path, kept, once, keptFiles };
}

test('it runs as Node would run it, once', () => {
  const { path, once } = drawn();
  const exported = once();
  expect(exported.place).toBe(path);
  const { runs } = exported;
  expect(exported.again()).toBe(exported);
  expect(exported.runs).toBe(runs);
});

test('its code is kept by the first, and taken by those after it', () => {
  const { kept, once, keptFiles } = drawn();
  once();
  const [file, ...others] = keptFiles();
  expect(others).toEqual([]);
  if (process.platform !== 'win32') {
    expect(statSync(kept).mode & 0o77).toBe(0);
    expect(statSync(file).mode & 0o77).toBe(0);
  }
  const { ino } = statSync(file);
  once();
  expect(keptFiles()).toEqual([file]);
  expect(statSync(file).ino).toBe(ino);
});

test('what is kept is not taken where a byte of it is another, and made anew', () => {
  const { once, keptFiles } = drawn();
  once();
  const [file] = keptFiles();
  const whole = readFileSync(file);
  for (const damaged of [flipped(whole, whole.length - 9), flipped(whole, 3), whole.subarray(0, 40), Buffer.alloc(0)]) {
    writeFileSync(file, damaged);
    once();
    const again = readFileSync(file);
    expect(again.equals(damaged)).toBe(false);
    expect(again.length).toBeGreaterThan(100);
  }
});

test('what V8 refuses is made anew', () => {
  const other = drawn(`${CODE}\n// Of another length.`);
  other.once();
  const [theirs] = other.keptFiles();
  // Not compiled in this process yet, which would not look at what is kept.
  const text = `${CODE}\n// Refused.`;
  const { kept, once } = drawn(text);
  const digits = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const file = join(kept, basename(theirs).replace(/[0-9a-f]{16}$/, digits));
  mkdirSync(kept);
  copyFileSync(theirs, file);
  once();
  expect(readFileSync(file).equals(readFileSync(theirs))).toBe(false);
});

test('of another text it is other code; of one script the last three are kept', () => {
  const { path, kept, keptFiles } = drawn();
  // As long as each other: V8 looks at nothing else of a text.
  for (const [at, digit] of [1, 2, 3, 4, 5, 1].entries()) {
    writeFileSync(path, CODE.replace('number * 2', `number + ${digit}`));
    const before = keptFiles();
    const script = new KeptScript(path, kept);
    expect((script.run() as Exported).twice(21)).toBe(21 + digit);
    script.keep();
    const written = keptFiles().filter((file) => !before.includes(file));
    expect(written).toHaveLength(1);
    // Files of one moment would be told apart by nothing.
    const atSeconds = Date.now() / 1000 - 100 + 10 * at;
    utimesSync(written[0], atSeconds, atSeconds);
    expect(keptFiles().length).toBeLessThanOrEqual(3);
  }
});

test('where nothing can be kept it runs all the same', () => {
  const { path, kept, once } = drawn();
  // A file where the folder would be.
  writeFileSync(kept, '');
  expect(once().place).toBe(path);
});

function flipped(bytes: Buffer, at: number): Buffer {
  const own = Buffer.from(bytes);
  own[at] ^= 0xff;
  return own;
}
