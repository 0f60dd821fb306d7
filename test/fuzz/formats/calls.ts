import { inspect } from 'node:util';
import type { DumpId } from '../../../src-contract';
import { createCodec } from '../../../src-contract/wire/codec';
import { isRecord } from '../../../src-contract/wire/engineCall';
import { isEngineMethod } from '../../../src-contract/wire/engineMethods';
import type { Finding, Format } from '../format';
import { callInputs, frameInputs, ITS_FOLDER, OPEN_DUMP } from '../inputs/callInputs';
import { byteMutators } from '../mutators/bytes';
import { valueMutators } from '../mutators/values';
import type { Program } from '../program/program';
import { type Reaction, Window } from '../program/window';
import { badRejection } from '../program/wording';

/** Of each process that is given calls. */
const windows = new WeakMap<Program, Window>();

function windowOf(program: Program): Window {
  const window = windows.get(program) ?? new Window(program);
  windows.set(program, window);
  return window;
}

/** Calls of every method, with arguments that are none of its. */
export const calls: Format = {
  name: 'calls',
  inputs: callInputs,
  mutators: valueMutators,
  async run(program, _input, bytes) {
    const window = windowOf(program);
    const dump = await window.dump();
    const sent: unknown = filled(createCodec().decode(bytes), dump, window.folder);
    // The name of the method is a value like any other.
    const [method, args] = Array.isArray(sent) ? sent : [sent, []];
    const list = Array.isArray(args) ? args : [args];
    // Of a method that is none nothing is heard; whoever watches hears of the next change.
    const mayWait = method === 'watch' || !isEngineMethod(method);
    const reaction = await window.call(method, list, mayWait);
    const name = isEngineMethod(method) ? method : '';
    await undo(program, reaction, name);
    return reactionFindings(name, reaction, inspect(list, { depth: 10 }));
  },
};

/** Frames as they come over the WebSocket. */
export const frames: Format = {
  name: 'frames',
  inputs: frameInputs,
  mutators: [...byteMutators, ...valueMutatorsOrNothing()],
  async run(program, _input, bytes) {
    const window = windowOf(program);
    await window.dump();
    const reaction = await window.send(bytes, true);
    await undo(program, reaction, '');
    return reactionFindings('frame', reaction, bytes.toString('latin1'));
  },
};

/** A frame may be so damaged already that it has no value any more. */
function valueMutatorsOrNothing() {
  return valueMutators.map(({ name, change }): Format['mutators'][number] => ({
    name,
    change: (bytes, random) => {
      try {
        return change(bytes, random);
      } catch {
        return bytes;
      }
    },
  }));
}

/** The value with the open dump and its folder in the place of what stands for them. */
function filled(value: unknown, dump: DumpId, folder: string): unknown {
  if (value === OPEN_DUMP) return dump;
  if (value === ITS_FOLDER) return folder;
  if (Array.isArray(value)) return value.map((item) => filled(item, dump, folder));
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, dump, folder)]));
}

/** Closes what has been opened, and takes back what may have been set. */
async function undo({ engine }: Program, reaction: Reaction, method: string): Promise<void> {
  const isOpening = method === 'open' || method === 'openDemo' || method === '';
  if (isOpening && reaction.kind === 'answered' && typeof reaction.value === 'string')
    await engine.close(reaction.value as DumpId);
  if (method === 'changeSettings' || method === '')
    await engine.changeSettings({ cacheLimitBytes: 0, memoryBudgetBytes: 1e9 });
}

function reactionFindings(method: string, reaction: Reaction, ownText: string): Finding[] {
  if (reaction.kind !== 'threw') return [];
  const bad = badRejection(method, reaction.error, ownText);
  return bad === undefined ? [] : [{ kind: 'wording', detail: bad }];
}
