import type { GroupKind, OfSlice, SameCall, SameCalls } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { type Step, timelineSteps } from '../../model/steps/timelineSteps';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import { type AskedSlice, askedSlice, slicesOfName } from './slices';

/** The question `timeline.sameCall`. */
export async function sameCalls(dump: DumpContext, { slice: ref }: OfSlice): Promise<SameCalls | undefined> {
  const asked = await askedSlice(dump, ref);
  if (!asked) return undefined;
  const { part, slice: own, kind } = asked;
  const text = part.nameText(part.index.slices.name[own]);
  const step = stepOf(asked);
  const calls = callsOf(asked.view, asked.part, kind, text, step?.number) ?? [];
  const place = calls.indexOf(own);
  const ranks = await dump.overRanks(dump.ranks, async ({ index: rank }): Promise<readonly SameCall[]> => {
    const view = await dump.timeline(rank);
    if (!view) return [];
    for (const other of view.parts) {
      const theirs = callsOf(view, other, kind, text, step?.number);
      if (theirs === undefined) continue;
      const slice = theirs[place];
      return [{ rank, count: theirs.length, ...(slice !== undefined && { slice: other.summary(slice) }) }];
    }
    return [{ rank, count: 0 }];
  });
  return { nth: place + 1, ...(step && { step: step.number }), ranks: ranks.flat() };
}

/** The marked step that it starts in: by the host's time for what the host did. */
function stepOf({ view, part, slice, kind }: AskedSlice): Step | undefined {
  const startNs = part.index.slices.startNs[slice];
  return timelineSteps(view).steps.find((step) => !Number.isNaN(step.number) && isIn(step, kind, startNs));
}

function isIn(step: Step, kind: GroupKind, startNs: number): boolean {
  return isOnDevice(kind)
    ? startNs >= step.startNs && startNs < step.endNs
    : startNs >= step.hostStartNs && startNs < step.hostEndNs;
}

const isOnDevice = (kind: GroupKind) => kind === 'hardware' || kind === 'communication' || kind === 'overlap';

/** Slices of the part by start, of one step where it is told; undefined: no slice of the part has the name, or there is no such step. */
function callsOf(
  view: RankView,
  part: PartView,
  kind: GroupKind,
  text: string,
  step: number | undefined,
): readonly number[] | undefined {
  const name = nameNumber(part, text);
  if (name === undefined) return undefined;
  const { startNs } = part.index.slices;
  const all = slicesOfName(view, part, kind, name);
  if (all.length === 0) return undefined;
  const steps = step === undefined ? [] : timelineSteps(view).steps.filter((own) => own.number === step);
  const own = step === undefined ? all : all.filter((slice) => steps.some((one) => isIn(one, kind, startNs[slice])));
  return own.sort((a, b) => startNs[a] - startNs[b] || a - b);
}

function nameNumber(part: PartView, text: string): number | undefined {
  const { names } = part.index;
  const bytes = new TextEncoder().encode(text);
  for (let name = 0; name < names.ends.length; name++) {
    const first = name === 0 ? 0 : names.ends[name - 1];
    // Escapes are not undone in the index: where there are any, texts are compared.
    const isSame =
      names.ends[name] - first === bytes.length
        ? bytes.every((byte, at) => names.bytes[first + at] === byte)
        : names.bytes.subarray(first, names.ends[name]).includes(BACKSLASH) && part.nameText(name) === text;
    if (isSame) return name;
  }
  return undefined;
}

const BACKSLASH = 0x5c;
