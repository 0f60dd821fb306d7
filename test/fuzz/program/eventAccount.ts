import type { DumpState } from '../../../src-contract';
import { Kind } from '../../../src-worker/tokenizer/kinds';
import type { Finding } from '../format';
import type { SkippedOne, Tokens } from './bothTokenizers';
import { objectEnd, wholeEvents } from './wholeEvents';

/** That of every event in a trace is told: it is shown, or it is listed as passed over. */

/** Notices about everything from their place on. */
const TO_THE_END = new Set(['truncated-event', 'truncated-document', 'garbage-after-end']);
/** Notices about the file as a whole. */
const NO_TRACE = new Set(['not-json', 'no-trace', 'git-lfs-stub', 'empty-file', 'no-dump-found']);

export function eventFindings(bytes: Buffer, tokens: Tokens, state: DumpState): Finding[] {
  const findings: Finding[] = [];
  const { notices } = state.ranks[0] ?? state;
  // Then there is no list of events, and that is said.
  const isNoTrace = [...notices, ...state.notices].some(({ code }) => NO_TRACE.has(code));
  const lost = isNoTrace ? [] : wholeEvents(bytes).filter(({ from }) => !tokens.eventOffsets.has(from));
  const untold = lost.length === 0 ? [] : untoldAmong(lost, bytes, tokens);
  if (untold.length > 0) {
    const { from, to } = untold[0];
    const text = bytes.toString('latin1', from, Math.min(to, from + 100));
    findings.push({
      kind: 'lost',
      detail: `${untold.length} events neither read nor listed, first at byte ${from}: ${text}`,
    });
  }
  findings.push(...shownFindings(tokens, state));
  return findings;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Those that are neither listed nor inside of something that was read. */
function untoldAmong(lost: readonly Span[], bytes: Buffer, tokens: Tokens): readonly Span[] {
  const text = bytes.toString('latin1');
  const notices: readonly SkippedOne[] = [...tokens.skipped, ...tokens.notices];
  const spans = notices.map((notice) => spanOf(notice, text));
  // An event may have others inside: in its args, or where a quote is missing in one of its texts.
  for (const from of tokens.eventOffsets) {
    spans.push({ from, to: objectEnd(text, from) ?? text.length });
  }
  const isBeside = ({ from, to }: Span) =>
    tokens.values.some((value) => value.includes(bytes.toString('utf8', from, to)));
  return lost.filter((one) => !spans.some((span) => span.from <= one.from && one.to <= span.to) && !isBeside(one));
}

function spanOf({ code, byteOffset, params }: SkippedOne, text: string): Span {
  const from = byteOffset ?? 0;
  if (TO_THE_END.has(code)) return { from, to: text.length };
  if (code === 'not-an-event') return { from, to: objectEnd(text, from) ?? from };
  return { from, to: from + Number(params.skippedBytes ?? 0) };
}

/** What is listed of events that have a kind, and are no slices. */
const NO_SLICES = ['counter-without-values', 'bad-metadata', 'unmatched-end'];

function shownFindings({ eventOffsets, kindCounts, skipped }: Tokens, { ranks }: DumpState): Finding[] {
  // A file that is no trace by itself is no rank either, and says so.
  if (ranks.length !== 1) return [];
  const [rank] = ranks;
  const counted = sumOf(Object.values(rank.eventCounts));
  const findings: Finding[] = [];
  if (counted < eventOffsets.size)
    findings.push({ kind: 'lost', detail: `${eventOffsets.size} events read, ${counted} counted` });
  const listed = (isWanted: (code: string) => boolean) =>
    sumOf(rank.skipped.filter(({ notice }) => isWanted(notice.code)).map(({ eventCount }) => eventCount));
  const lanes = rank.groups.flatMap((group) => group.lanes);
  // What the reader passed over, and what has no kind, was no slice either.
  const passedOver = skipped.length + kindCounts[Kind.skipped];
  const slices = sumOf(lanes.map((lane) => (lane.kind === 'slices' && !lane.isComputed ? lane.sliceCount : 0)));
  const slicesListed = listed((code) => !NO_SLICES.includes(code)) - passedOver;
  const slicesWanted = kindCounts[Kind.slice] + kindCounts[Kind.instant];
  if (slices + slicesListed < slicesWanted)
    findings.push({
      kind: 'lost',
      detail: `${slicesWanted} slices and instants, ${slices} shown, ${slicesListed} listed`,
    });
  const samples = sumOf(
    lanes.map((lane) => (lane.kind === 'counter' ? sumOf(lane.series.map(({ sampleCount }) => sampleCount)) : 0)),
  );
  const samplesListed = listed((code) => code === 'counter-without-values') + slicesListed;
  if (samples + samplesListed < kindCounts[Kind.counter])
    findings.push({
      kind: 'lost',
      detail: `${kindCounts[Kind.counter]} counter events, ${samples} samples shown, ${samplesListed} listed`,
    });
  return findings;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
