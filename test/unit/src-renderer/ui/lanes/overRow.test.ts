import { expect, test } from 'vitest';
import { putOver, rowOver, rowStart } from '../../../../../src-renderer/ui/lanes/overRow';
import { Scene } from '../../../../../src-renderer/ui/lanes/scene';
import { Random } from '../../../../fixtures/random';

/** A letter is a rect of that colour, `.` is none. */
function add(scene: Scene, picture: string): void {
  for (let at = 0; at < picture.length; ) {
    let end = at + 1;
    while (end < picture.length && picture[end] === picture[at]) end++;
    if (picture[at] !== '.') scene.addRect(at, end, picture.charCodeAt(at));
    at = end;
  }
}

function drawn(scene: Scene, from: number, length: number): string {
  const row = Array.from({ length }, () => '.');
  let before = Number.NEGATIVE_INFINITY;
  for (let rect = from; rect < scene.rectCount; rect++) {
    expect(scene.rectX[rect]).toBeGreaterThanOrEqual(before);
    expect(scene.rectEnd[rect]).toBeGreaterThan(scene.rectX[rect]);
    before = scene.rectEnd[rect];
    row.fill(String.fromCharCode(scene.rectColour[rect]), scene.rectX[rect], scene.rectEnd[rect]);
  }
  return row.join('');
}

function over(lower: string, upper: string): string {
  const scene = new Scene();
  scene.addBand(0, 10, 9, 0);
  scene.addRect(0, 3, 1);
  scene.addBand(10, 10, 9, 0);
  const start = rowStart(scene);
  add(scene, lower);
  const above = rowOver(new Scene(), scene);
  add(above, upper);
  putOver(scene, start, above, () => false);
  expect(scene.bandFirstRect[2]).toBe(scene.rectCount);
  expect(scene.bandFirstRect[1]).toBe(1);
  return drawn(scene, 1, lower.length);
}

test.each([
  ['aaaaaaaaaaaa..bbb', '....XXX.YYYYYY...', 'aaaaXXXaYYYYYYbbb'],
  ['aaaa', '....', 'aaaa'],
  ['....', 'XX..', 'XX..'],
  ['aaaa', 'XXXX', 'XXXX'],
  ['aabbccdd', '.XXXXXX.', 'aXXXXXXd'],
  ['aaaaaaaa', 'X.Y.Z..W', 'XaYaZaaW'],
])('%s under %s is %s', (lower, upper, row) => expect(over(lower, upper)).toBe(row));

test('whatever they are, each pixel is that of the upper one where it has any', () => {
  const random = new Random(5);
  for (let i = 0; i < 500; i++) {
    const row = (letters: string) =>
      Array.from({ length: 30 }, () => letters[random.integer(0, letters.length - 1)]).join('');
    const [lower, upper] = [row('ab..'), row('X....')];
    const wanted = [...upper].map((letter, at) => (letter === '.' ? lower[at] : letter)).join('');
    expect(over(lower, upper)).toBe(wanted);
  }
});

test('of a slice in both the upper one has the label', () => {
  const scene = new Scene();
  scene.addBand(0, 10, 9, 0);
  const start = rowStart(scene);
  scene.addLabel(0, 40, 1, 7);
  scene.addLabel(40, 80, 2, 7);
  const above = rowOver(new Scene(), scene);
  above.addLabel(0, 40, 101, 7);
  above.addSpot(1, 2, 3, 4, 5);
  putOver(scene, start, above, (slice) => slice === 1);
  expect([...scene.labelSlice.subarray(0, scene.labelCount)]).toEqual([2, 101]);
  expect([...scene.labelX.subarray(0, scene.labelCount)]).toEqual([40, 0]);
  expect([scene.spotCount, scene.spotX[0], scene.spotColour[0], scene.bandFirstSpot[1]]).toEqual([1, 1, 5, 1]);
});
