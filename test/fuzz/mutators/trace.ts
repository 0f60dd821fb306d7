import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';
import { wholeEvents } from '../program/wholeEvents';
import { replaced } from './bytes';
import { ODD_NUMBERS, ODD_TEXTS } from './text';

/** Of traces: whole events, and the members that decide what becomes of them. */

const PHASES = [...'XBEbneiIRCstfMNODSTpFPcvV?', '', 'XX', '\\u0058'];
const METADATA = ['process_name', 'thread_name', 'process_labels', 'process_sort_index', 'thread_sort_index'];

function someEvent(bytes: Buffer, random: Random): { readonly from: number; readonly to: number } | undefined {
  // Only some of a file is looked through, from a random place on.
  const start = bytes.length < 8000 ? 0 : random.integer(0, bytes.length - 8000);
  const events = wholeEvents(bytes.subarray(start, start + 8000));
  if (events.length === 0) return undefined;
  const { from, to } = random.pick(events);
  return { from: start + from, to: start + to };
}

function onEvent(name: string, change: (event: string, random: Random) => string): Mutator {
  return {
    name,
    change: (bytes, random) => {
      const event = someEvent(bytes, random);
      if (!event) return bytes;
      return replaced(bytes, event.from, event.to, change(bytes.toString('latin1', event.from, event.to), random));
    },
  };
}

/** Gives a member a value, whether the event has the member or not. */
function withMember(event: string, key: string, value: string): string {
  const pattern = new RegExp(`"${key}"\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.)*"|[-\\w.+]+)`);
  const member = `"${key}":${value}`;
  return pattern.test(event) ? event.replace(pattern, () => member) : event.replace('{', () => `{${member},`);
}

const quoted = (text: string, random: Random) => (random.chance(0.5) ? text : `"${text}"`);

export const traceMutators: readonly Mutator[] = [
  onEvent('phase', (event, random) => withMember(event, 'ph', `"${random.pick(PHASES)}"`)),
  onEvent('time', (event, random) =>
    withMember(event, random.pick(['ts', 'ts', 'dur', 'tdur', 'tts']), quoted(random.pick(ODD_NUMBERS), random)),
  ),
  onEvent('lane', (event, random) =>
    withMember(event, random.pick(['pid', 'tid']), quoted(random.pick([...ODD_NUMBERS, ...ODD_TEXTS]), random)),
  ),
  onEvent('id', (event, random) =>
    withMember(event, random.pick(['id', 'id2', 'bind_id', 'bp', 'cat']), quoted(random.pick(ODD_TEXTS), random)),
  ),
  onEvent('name', (event, random) => withMember(event, 'name', `"${random.pick(ODD_TEXTS)}"`)),
  onEvent('metadata', (event, random) => {
    const value = random.pick([...ODD_NUMBERS, '"x"', '{"a":1}', '[[1]]']) || '1';
    const key = random.pick(['name', 'labels', 'sort_index', '__proto__']);
    const named = withMember(withMember(event, 'ph', '"M"'), 'name', `"${random.pick(METADATA)}"`);
    return `${named.slice(0, -1)},"args":{"${key}":${value}}}`;
  }),
  onEvent('args', (event, random) => {
    const depth = random.pick([1, 10, 100, 500, 2000, 5000]);
    const args = random.chance(0.5)
      ? `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
      : `{"x":${random.pick(ODD_NUMBERS)}}`;
    return `${event.slice(0, -1)},"args":${args}}`;
  }),
  onEvent('event repeated', (event, random) => Array.from({ length: random.pick([2, 3, 60]) }, () => event).join(',')),
  onEvent('event nested', (event) => `{"ph":"X","ts":1,"args":{"inner":${event}}}`),
  onEvent('event taken out', () => 'null'),
  onEvent('event without its end', (event) => event.slice(0, -1)),
  onEvent('quote missing in it', (event) => event.replace(/"(?=[,}])/, '')),
  onEvent('list ends and another begins', (event, random) =>
    random.pick([
      `${event}]`,
      `${event}][`,
      `${event}]}{"traceEvents":[${event}`,
      `${event}]\n[${event}`,
      `],${event}`,
    ]),
  ),
  {
    name: 'made an object',
    change: (bytes, random) => {
      const key = random.pick(['traceEvents', 'traceEvents', 'traceEvent', 'displayTimeUnit', 'otherData']);
      const before = random.pick(['', '"a":[1,2],', '"b":{"c":[{"ph":"X"}]},', '"s":"x\\"y",']);
      return Buffer.concat([
        Buffer.from(`{${before}"${key}":`),
        bytes,
        Buffer.from(random.pick(['}', ',"z":1}', ']', ''])),
      ]);
    },
  },
];
