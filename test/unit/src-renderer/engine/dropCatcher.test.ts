import { expect, test } from 'vitest';
import { catchDrops } from '../../../../src-renderer/engine/dropCatcher';
import type { Dropped } from '../../../../src-renderer/engine/droppedFiles';

/** As the browser makes it: there is nothing in it any more when the event is over. */
function dropOn(target: EventTarget, type: 'dragover' | 'drop', names: readonly string[], kind = 'Files') {
  const files = names.map((name) => new File([name], name));
  const items = files.map((file) => ({ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }));
  const dataTransfer = { types: [kind], files: [...files], items: [...items] };
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
  target.dispatchEvent(event);
  dataTransfer.files.length = 0;
  dataTransfer.items.length = 0;
  return event;
}

const names = ({ files, withoutEntry }: Dropped) =>
  [files, withoutEntry].map((of) => of.map(({ name }) => name).join());

test('what is dropped before there is a window is kept, the last of several, and given out once', () => {
  const target = new EventTarget();
  const drops = catchDrops(target);
  expect(dropOn(target, 'dragover', ['a.json']).defaultPrevented).toBe(true);
  expect(dropOn(target, 'drop', ['a.json']).defaultPrevented).toBe(true);
  dropOn(target, 'drop', ['b.json', 'c.json']);
  const got: string[][] = [];
  drops.onDrop((dropped) => got.push(names(dropped)));
  expect(got).toEqual([['b.json,c.json', 'b.json,c.json']]);
  drops.onDrop((dropped) => got.push(names(dropped)));
  expect(got).toHaveLength(1);
  dropOn(target, 'drop', ['d.json']);
  expect(got[1]).toEqual(['d.json', 'd.json']);
});

test('what a part of the window takes, and what is no file, is left alone', () => {
  const target = new EventTarget();
  target.addEventListener('drop', (event) => event.preventDefault());
  const drops = catchDrops(target);
  const got: Dropped[] = [];
  drops.onDrop((dropped) => got.push(dropped));
  dropOn(target, 'drop', ['a.json']);
  expect(dropOn(target, 'dragover', [], 'application/x-tracelane-rank').defaultPrevented).toBe(false);
  expect(got).toEqual([]);
});
