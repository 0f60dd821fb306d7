import { describe, expect, test } from 'vitest';
import { findEventStart } from '../../../../../src-worker/importers/traceEvents/eventBoundary';
import { oddEventList } from '../../../../fixtures/oddEvents';
import { Random } from '../../../../fixtures/random';
import { referenceEventStart } from '../../../../fixtures/referenceEventStart';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Events, some in each other's args, with bytes changed, left out and put in. */
function damaged(random: Random): Uint8Array {
  const inner = oddEventList(random, random.integer(0, 4));
  const outer = `[{"ph":"X","args":{"x":${inner}}},${oddEventList(random, random.integer(1, 6), 0.3).slice(1)}`;
  const bytes = [...bytesOf(outer)];
  for (let change = random.integer(0, 4); change > 0; change--) {
    const at = random.integer(0, bytes.length - 1);
    const marks = bytesOf('{}[]",: \\x1');
    bytes.splice(at, random.integer(0, 3), marks[random.integer(0, marks.length - 1)]);
  }
  return Uint8Array.from(bytes);
}

describe('the start of an event', () => {
  test('is found where looking at each brace by itself finds it', () => {
    let found = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const random = new Random(seed);
      const bytes = damaged(random);
      const from = random.integer(0, bytes.length);
      for (const required of [1, 2, 3]) {
        const start = findEventStart(bytes, from, bytes.length, required);
        expect(start, `seed ${seed}, ${required} from ${from}`).toBe(
          referenceEventStart(bytes, from, bytes.length, required),
        );
        if (start !== undefined) found++;
      }
    }
    expect(found).toBeGreaterThan(700);
  });

  test('is looked for once, whatever is open', () => {
    const before = process.cpuUsage();
    // A brace after each bracket, and nothing that ends: looking at each by itself is 256 times the work, as deep as it goes.
    for (const piece of ['[{"a":', '[{"a":x', '[{"a":[1,2,', ',{"a":"b",', '{,{', '[{"a":"\\\\",'])
      expect(findEventStart(bytesOf(piece.repeat(200_000)), 0, piece.length * 200_000, 1)).toBeUndefined();
    // 0.2 s on the machine that took 4.5 s for that.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});
