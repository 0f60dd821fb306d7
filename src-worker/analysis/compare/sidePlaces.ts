import type {
  CompareQuestions,
  SideChoice,
  SideOps,
  SidePlace,
  SliceIndex,
  SliceMatch,
  SliceRef,
} from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import type { DumpContext } from '../../model/dumpContext';
import { type HostStep, hostSteps } from '../../model/hostSteps';
import { matchOps } from './matchOps';
import { type StepKernels, stepKernels } from './sideKernels';
import { kernelSequence, sideOps } from './sideOps';
import { type SideSteps, stepsOfSide } from './sideSteps';

type Question<K extends keyof CompareQuestions> = CompareQuestions[K]['question'];
type Answer<K extends keyof CompareQuestions> = CompareQuestions[K]['answer'];

/** The question `compare.places`. */
export async function sidePlaces(
  dump: DumpContext,
  { a, b }: Question<'compare.places'>,
): Promise<Answer<'compare.places'>> {
  const [ofA, ofB] = [await stepsOf(dump, a), await stepsOf(dump, b)];
  const shared = ofA.find(({ step }) => ofB.some((own) => own.step === step)) ?? ofA[0];
  const stepA = a.step === 'all' ? (ofA.find(({ step }) => step === b.step) ?? shared) : ofA[0];
  const stepB = ofB.find(({ step }) => step === stepA?.step) ?? ofB[0];
  if (!stepA || !stepB) return undefined;
  return { a: await placeOf(dump, a, stepA), b: await placeOf(dump, b, stepB) };
}

/** Those that the side may be shown at. */
async function stepsOf(dump: DumpContext, { rank, step }: SideChoice): Promise<readonly HostStep[]> {
  const own = dump.rankAt(rank);
  const steps = (own && (await hostSteps(dump, own)))?.steps ?? [];
  return step === 'all' ? steps : steps.filter(({ step: number }) => number === step);
}

async function placeOf(
  dump: DumpContext,
  { rank }: SideChoice,
  { step, startNs, endNs }: HostStep,
): Promise<SidePlace> {
  const side = await sequencesOf(dump, { rank, step });
  const slices = [longest(side?.kernels), longest(side?.ops)].flatMap((own) => own ?? []);
  return { startNs: dump.toJobNs(rank, startNs), endNs: dump.toJobNs(rank, endNs), slices };
}

function longest(ops: SideOps | undefined): SliceRef | undefined {
  let most = -1;
  for (const [at, ns] of ops?.durationNs.entries() ?? [])
    if (ops && !Number.isNaN(ops.slice[at]) && !(ns <= (ops.durationNs[most] ?? 0))) most = at;
  return ops && most >= 0 ? refOf(ops, most) : undefined;
}

function refOf({ slice, rank, generation }: SideOps, at: number): SliceRef {
  return { rank, slice: slice[at] as SliceIndex, generation };
}

/** What a step did, in order: its outermost ops, and its kernels. */
interface Sequences {
  readonly ops: SideOps | undefined;
  readonly kernels: SideOps | undefined;
}

async function sequencesOf(dump: DumpContext, choice: SideChoice): Promise<Sequences | undefined> {
  const side: SideSteps | undefined = await stepsOfSide(dump, choice);
  if (!side) return undefined;
  const known: StepKernels | undefined = await stepKernels(dump, side);
  const { ops } = await sideOps(dump, side, known);
  return { ops: ops?.from === 'ops' ? ops : undefined, kernels: await kernelSequence(dump, side, known) };
}

/** The question `compare.match`. */
export async function sliceMatch(
  dump: DumpContext,
  { a, b, slice }: Question<'compare.match'>,
): Promise<SliceMatch | undefined> {
  for (const [own, other, otherSide] of [[a, b, 'b'] as const, [b, a, 'a'] as const]) {
    if (slice.rank !== own.rank) continue;
    const found = await matchOnSide(dump, own, other, slice);
    if (found) return { ...found, otherSide };
  }
  return undefined;
}

async function matchOnSide(
  dump: DumpContext,
  own: SideChoice,
  other: SideChoice,
  slice: SliceRef,
): Promise<Omit<SliceMatch, 'otherSide'> | undefined> {
  const mine = await sequencesOf(dump, own);
  if (!mine) return undefined;
  for (const kind of ['kernels', 'ops'] as const) {
    const at = await positionOf(dump, mine[kind], slice, kind === 'ops');
    if (at < 0) continue;
    const theirs = (await sequencesOf(dump, other))?.[kind];
    const found = theirs && partnerOf(mine[kind], theirs, at);
    if (found) return found;
  }
  return undefined;
}

/** Of the slice in the sequence, or of the op that it lies in; −1: in none. */
async function positionOf(
  dump: DumpContext,
  ops: SideOps | undefined,
  { rank, slice, generation }: SliceRef,
  isWithin: boolean,
): Promise<number> {
  if (!ops || ops.generation !== generation) return -1;
  const exact = ops.slice.indexOf(slice);
  if (exact >= 0 || !isWithin) return exact;
  const view = await dump.timeline(rank);
  if (!view) return -1;
  const { slices } = view.index;
  const lane = view.laneOfRow(view.rowOf(slice));
  const startNs = slices.startNs[slice];
  return ops.slice.findIndex(
    (own) =>
      !Number.isNaN(own) &&
      slices.startNs[own] <= startNs &&
      startNs < endNsOf(slices, own) &&
      view.laneOfRow(view.rowOf(own)) === lane,
  );
}

function partnerOf(mine: SideOps | undefined, theirs: SideOps, at: number): Omit<SliceMatch, 'otherSide'> | undefined {
  if (!mine) return undefined;
  const namesOf = ({ names, name }: SideOps) => Array.from(name, (code) => names[code]);
  const match = matchOps(namesOf(mine), namesOf(theirs));
  const partner = match.b[match.a.indexOf(at)];
  if (partner === undefined || Number.isNaN(theirs.slice[partner])) return undefined;
  return { own: refOf(mine, at), other: refOf(theirs, partner) };
}
