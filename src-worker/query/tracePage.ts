/**
 * A stretch of a rank's timeline as trace-event JSON, page by page: slices in the order of the file, so that their args are
 * read from front to back, then the arrows between them, then the samples of counters. Times are the rank's own, exact.
 */

import type { ArgValue, TraceLane, TracePage, TraceStretch } from '../../src-contract';
import { traceIdText } from '../../src-contract/cells/traceId';
import { importerNamed } from '../importers/importers';
import { fromNsOf, toNsOf } from '../index/arrows/arrowEnds';
import { durationNsOf, sourceOf } from '../index/columns/indexSlices';
import { SliceFlag } from '../index/columns/segmentColumns';
import { type EventSource, NO_SOURCE } from '../index/eventSource';
import type { IndexedSeries, RankIndex } from '../index/rankIndex';
import { lowerBound, upperBound } from './bounds';
import type { PartView } from './partView';
import { LANES_PER_RANK, type RankView } from './rankView';
import { rowsOfLane, slicesTouching } from './touching';

/** What is in the stretch; numbers of the part that was read from the files. Computed lanes come with every reading. */
export interface TraceSelection {
  /** By place in the file. */
  readonly slices: Float64Array;
  /** Arrows of which both ends are among them. */
  readonly links: readonly number[];
  /** Samples [first, end) of a series. */
  readonly samples: readonly ChosenSamples[];
}

interface ChosenSamples {
  readonly series: IndexedSeries;
  readonly own: TraceLane;
  readonly first: number;
  readonly end: number;
}

/** All slices of the lanes that touch the stretch, whole. */
export function selectTrace(view: RankView, { lanes, startNs, endNs }: TraceStretch): TraceSelection {
  const [part] = view.parts;
  const { index } = part;
  const fromNs = startNs === undefined ? Number.NEGATIVE_INFINITY : view.time.first(startNs);
  const toNs = endNs === undefined ? Number.POSITIVE_INFINITY : view.time.last(endNs);
  const wanted = new Set<number>(lanes.map(({ lane }) => lane));
  const isChosen = new Uint8Array(index.slices.startNs.length);
  let count = 0;
  index.lanes.forEach((_, lane) => {
    if (!wanted.has(part.laneId(lane))) return;
    const rows = rowsOfLane(index, lane);
    for (let row = rows.first; row < rows.end; row++) {
      const { first, end } = slicesTouching(index, row, fromNs, toNs);
      isChosen.fill(1, first, end);
      count += end - first;
    }
  });
  const slices = new Float64Array(count);
  for (let slice = 0, at = 0; slice < isChosen.length; slice++) if (isChosen[slice]) slices[at++] = slice;
  slices.sort((a, b) => sourceOf(index.slices, a) - sourceOf(index.slices, b) || a - b);
  const { fromSlice, toSlice } = index.flows;
  const links: number[] = [];
  for (let link = 0; link < fromSlice.length; link++)
    if (isChosen[fromSlice[link]] && isChosen[toSlice[link]]) links.push(link);
  const samples = lanes.flatMap((own) =>
    view.seriesOf(own.lane % LANES_PER_RANK).map((series) => ({
      series,
      own,
      first: lowerBound(series.timeNs, fromNs),
      end: upperBound(series.timeNs, toNs),
    })),
  );
  return { slices, links, samples };
}

/** Events [first, first + count) of the selection, each on a line that ends with a comma. */
export async function tracePage(
  view: RankView,
  selection: TraceSelection,
  { lanes, first, count }: TraceStretch,
): Promise<Omit<TracePage, 'around'>> {
  const { slices, links, samples } = selection;
  const places = new Map(lanes.map((own) => [own.lane as number, own]));
  const placeOf = (lane: number) => placeText(places.get(lane));
  const lines: string[] = [];
  const end = first + count;
  await addSlices(view.parts[0], slices.subarray(first, Math.min(end, slices.length)), placeOf, lines);
  const linkFirst = slices.length;
  for (let at = Math.max(first, linkFirst); at < Math.min(end, linkFirst + links.length); at++)
    lines.push(...arrowLines(view.parts[0], links[at - linkFirst], placeOf));
  let before = linkFirst + links.length;
  for (const chosen of samples) {
    const sampleCount = chosen.end - chosen.first;
    for (let at = Math.max(first, before); at < Math.min(end, before + sampleCount); at++)
      lines.push(sampleLine(view, chosen, chosen.first + at - before));
    before += sampleCount;
  }
  return {
    text: lines.map((line) => `${line},\n`).join(''),
    next: end < before ? end : undefined,
    sliceCount: slices.length,
    arrowCount: links.length,
    total: before,
  };
}

type PlaceOf = (lane: number) => string;

async function addSlices(part: PartView, slices: Float64Array, placeOf: PlaceOf, lines: string[]): Promise<void> {
  const { index } = part;
  const args = await argsOf(index, slices);
  slices.forEach((slice, at) => {
    const { name, category, startNs, flags } = index.slices;
    const isInstant = (flags[slice] & SliceFlag.instant) !== 0;
    const kind = isInstant ? '"ph":"i","s":"t"' : `"ph":"X","dur":${micros(BigInt(durationNsOf(index.slices, slice)))}`;
    const place = placeOf(part.laneId(part.laneOfRow(part.rowOf(slice))));
    const texts = `"name":${JSON.stringify(part.nameText(name[slice]))},"cat":${JSON.stringify(index.categories[category[slice]])}`;
    const own = args[at];
    lines.push(`{${kind},${texts},"ts":${instant(index, startNs[slice])},${place}${own ? `,"args":${own}` : ''}}`);
  });
}

/** As JSON, of each slice; those of B first, then those of E, where two events make it. */
async function argsOf(index: RankIndex, slices: Float64Array): Promise<readonly (string | undefined)[]> {
  const wanted: { readonly at: number; readonly source: EventSource }[] = [];
  slices.forEach((slice, at) => {
    const source = sourceOf(index.slices, slice) as EventSource;
    if (source === NO_SOURCE) return;
    wanted.push({ at, source });
    const pair = lowerBound(index.pairs.begin, source);
    if (index.pairs.begin[pair] === source) wanted.push({ at, source: index.pairs.end[pair] as EventSource });
  });
  const entries: string[][] = Array.from(slices, () => []);
  const read = new Map<number, string[]>();
  const sources = wanted.map(({ source }) => source);
  await importerNamed(index.files.importer).readEvents(index.files, sources, (position, { args }) => {
    if (args)
      read.set(
        position,
        args.map(({ key, value }) => `${JSON.stringify(key)}:${valueText(value)}`),
      );
  });
  for (const [position, { at }] of wanted.entries()) entries[at]?.push(...(read.get(position) ?? []));
  return entries.map((own) => (own.length === 0 ? undefined : `{${own.join()}}`));
}

function valueText(value: ArgValue): string {
  switch (value.kind) {
    case 'text':
      return JSON.stringify(value.text);
    case 'number':
      return value.digits;
    case 'literal':
      return value.text;
    case 'list':
      return `[${value.items.map(valueText).join()}]`;
    case 'object':
      return `{${value.entries.map(({ key, value: own }) => `${JSON.stringify(key)}:${valueText(own)}`).join()}}`;
  }
}

function arrowLines(part: PartView, link: number, placeOf: PlaceOf): readonly string[] {
  const { flows } = part.index;
  const category = JSON.stringify(flows.categories[upperBound(flows.categoryFirst, link) - 1]);
  const end = (phase: string, slice: number, ns: number) => {
    const place = placeOf(part.laneId(part.laneOfRow(part.rowOf(slice))));
    return `{${phase},"id":${link + 1},"name":${category},"cat":${category},"ts":${instant(part.index, ns)},${place}}`;
  };
  return [
    end('"ph":"s"', flows.fromSlice[link], fromNsOf(part.index, link)),
    end('"ph":"f","bp":"e"', flows.toSlice[link], toNsOf(part.index, link)),
  ];
}

function sampleLine(view: RankView, { series, own }: ChosenSamples, at: number): string {
  const { counter, timeNs, value } = series;
  const name = own.series[series.series] ?? 'value';
  const number = Number.isFinite(value[at]) ? String(value[at]) : 'null';
  const head = `{"ph":"C","name":${JSON.stringify(counter)},"ts":${instant(view.index, timeNs[at])},${placeText(own)}`;
  return `${head},"args":{${JSON.stringify(name)}:${number}}}`;
}

function placeText({ pid, tid }: Pick<TraceLane, 'pid' | 'tid'> = { pid: '', tid: '' }): string {
  return `"pid":${traceIdText(pid)},"tid":${traceIdText(tid)}`;
}

/** By the rank's own clock, as its file has it. */
function instant({ baseUs }: RankIndex, ns: number): string {
  return micros(BigInt(baseUs) * 1000n + BigInt(ns));
}

/** µs with the ns behind the point: digits, never a float64 of an epoch. */
function micros(ns: bigint): string {
  const sign = ns < 0n ? '-' : '';
  const digits = (ns < 0n ? -ns : ns).toString().padStart(4, '0');
  return `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
