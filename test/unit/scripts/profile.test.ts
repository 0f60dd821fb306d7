/** What `npm run profile` makes of perf's samples. */
import { expect, test } from 'vitest';
import { flameGraph } from '../../bench/flameGraph.mjs';
import { countSamples } from '../../bench/samples.mjs';

const text = `node 12
	    7f01 JS:src-worker/tokenizer/assembly/event/readEvent-36-turbofan+0x20 (/tmp/perf-11.map)
	    7f02 JS:*parse file:///x.js:1:2 (/tmp/perf-11.map)

node 12
	    7f01 JS:src-worker/tokenizer/assembly/event/readEvent-36-turbofan+0x44 (/tmp/perf-11.map)
	    7f02 JS:*parse file:///x.js:1:2 (/tmp/perf-11.map)

node 13
	    ffff _copy_to_iter ([kernel.kallsyms])
	    7f03 v8::internal::Read<int (*)(char)> (/usr/bin/node)

node 13
	    ffff v8::internal::Scavenger::Process (/usr/bin/node)

node 14

`;

test('samples are counted by what the innermost function does, by threads, functions and stacks', () => {
  const { byKind, byThread, byFunction, stacks } = countSamples(text);
  expect([...byKind]).toEqual([
    ['WebAssembly: tokenizing', 2],
    ['kernel: copying the file', 1],
    ['V8: collecting garbage', 1],
  ]);
  expect([...byThread]).toEqual([
    ['node 12', 2],
    ['node 13', 2],
  ]);
  const read = 'JS:src-worker/tokenizer/assembly/event/readEvent-36-turbofan';
  expect(byFunction.get(read)).toBe(2);
  expect([...stacks]).toEqual([
    [`JS:*parse file:///x.js:1:2\n${read}`, 2],
    ['v8::internal::Read<int (*)(char)>\n_copy_to_iter', 1],
    ['v8::internal::Scavenger::Process', 1],
  ]);
});

test('a flame graph has a box for each function, as wide as it was seen; names are text', () => {
  const svg = flameGraph(
    new Map([
      ['main\n<b>', 3],
      ['main', 1],
      ['rare', 0],
    ]),
    'open',
  );
  const boxes = [...svg.matchAll(/<title>(.*?)<\/title><rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g)];
  expect(boxes.map(([, ...own]) => own)).toEqual([
    ['open 100.0 %', '0.00', '0', '1600.00'],
    ['main 100.0 %', '0.00', '16', '1600.00'],
    ['&#60;b&#62; 75.0 %', '0.00', '32', '1200.00'],
  ]);
  expect(svg).not.toContain('<b>');
});
