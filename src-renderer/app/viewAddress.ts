/** What the window shows as the fragment of an address, and back. Pure. */
import type { ClockMode, SliceSource } from '../../src-contract';
import type {
  InstantRange,
  Remembered,
  RememberedClock,
  RememberedCopy,
  RememberedSearch,
  RememberedSide,
  RememberedSlices,
} from '../session/remembered';
import { MOST_MERGES, type RememberedMerge, readMerge } from '../session/rememberedMerges';
import { PANEL_IDS } from '../session/shell';
import { filterIn, filterText, lanesIn, lanesText } from './lanesText';

export interface ViewAddress {
  readonly paths: readonly string[];
  /** Places of ranks that are left out. */
  readonly without: readonly string[];
  /** The id of the view in front. */
  readonly tab: string;
  readonly remembered: Remembered;
}

const clockModes: readonly ClockMode[] = ['clocks', 'steps', 'off'];

/** Longer ones are nobody's: browsers keep some 2 MB. */
const MOST_CHARACTERS = 1 << 20;

/** The address that has been pasted, with the view that is shown `here`; undefined where it is none of a page. */
export function addressOfSameView(text: string, here: Pick<Location, 'hash'>): string | undefined {
  const pasted = text.trim();
  if (!/^https?:\/\//i.test(pasted) || !URL.canParse(pasted)) return undefined;
  const address = new URL(pasted);
  address.hash = here.hash;
  return address.href;
}

/** "open=%2Fdata%2Fjob&tab=timeline&view=1736412474000000000-…", without "#". */
export function fragmentOf({ paths, without, tab, remembered }: ViewAddress): string {
  const {
    clock,
    view,
    selection,
    selectedRange,
    selectedLanes = [],
    comparison,
    copy,
    aligned = [],
    merges = [],
    search,
    chosen = [],
    lanes,
    filter,
    shownFlows = [],
    scrollTop,
    panel,
  } = remembered;
  const params = new URLSearchParams();
  for (const path of paths) params.append('open', path);
  for (const place of without) params.append('without', place);
  params.set('tab', tab);
  if (clock?.mode) params.set('clock', clock.mode);
  if (clock?.reference !== undefined) params.set('reference', clock.reference);
  for (const { place, byNs } of clock?.moved ?? []) params.append('moved', `${byNs}@${place}`);
  if (view) params.set('view', rangeText(view));
  if (selectedRange) params.set('range', rangeText(selectedRange));
  for (const lane of selectedLanes) params.append('lane', lane);
  if (selection) {
    params.set('in', selection.place);
    params.set('slice', selection.source);
  }
  if (comparison) for (const own of [comparison.a, comparison.b]) params.append('compare', `${own.step}@${own.place}`);
  if (copy) params.set('copy', `${copy.step}@${copy.byNs}@${copy.place}`);
  for (const lane of aligned) params.append('aligned', lane);
  for (const merge of merges) params.append('merge', mergeText(merge));
  if (search) {
    params.set('find', search.text);
    const said = findWords.filter((word) => isSaid(search, word));
    if (said.length > 0) params.set('found', said.join());
  }
  for (const { place, sources } of chosen) params.append('some', JSON.stringify([place, ...sources]));
  for (const category of shownFlows) params.append('flow', category);
  const texts = { arranged: lanes && lanesText(lanes), only: filter && filterText(filter) } as const;
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) params.set(name, text);
  if (scrollTop !== undefined) params.set('top', String(scrollTop));
  if (panel !== undefined) params.set('panel', panel);
  return params.toString();
}

/** Of the desktop, which asks before it opens these paths; behind "#" is the view of them. */
export function desktopLink(fragment: string): string {
  const params = new URLSearchParams(fragment);
  const paths = new URLSearchParams();
  for (const path of params.getAll('open')) paths.append('path', path);
  params.delete('open');
  return `tracelane://open?${paths}#${params}`;
}

/** These paths, looked at as a link says, whatever it says to open; undefined where it says nothing. */
export function addressWith(paths: readonly string[], view: string): ViewAddress | undefined {
  if (view === '') return undefined;
  const address = addressOf(`${new URLSearchParams(paths.map((path) => ['open', path]))}&${view}`);
  return address && { ...address, paths };
}

/** Undefined where it names nothing to open; what can't be read of the rest is left out: anybody may have written it. */
export function addressOf(fragment: string): ViewAddress | undefined {
  if (fragment.length > MOST_CHARACTERS) return undefined;
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const paths = params.getAll('open').filter((path) => path !== '');
  if (paths.length === 0) return undefined;
  const mode = clockModes.find((own) => own === params.get('clock'));
  const reference = params.get('reference');
  const moved = params.getAll('moved').flatMap((own) => movedIn(own) ?? []);
  const clock: RememberedClock = {
    ...(mode && { mode }),
    ...(reference && { reference }),
    ...(moved.length > 0 && { moved }),
  };
  const copy = copyIn(params.get('copy') ?? '');
  const aligned = params.getAll('aligned').filter((lane) => lane !== '');
  const merges = params
    .getAll('merge')
    .slice(0, MOST_MERGES)
    .flatMap((own) => mergeIn(own) ?? []);
  const search = searchIn(params.get('find'), params.get('found') ?? '');
  const view = rangeIn(params.get('view'));
  const selectedRange = rangeIn(params.get('range'));
  const selectedLanes = params.getAll('lane').filter((lane) => lane !== '');
  const [a, b] = params.getAll('compare').map(sideIn);
  const [place, source] = [params.get('in'), params.get('slice')];
  const chosen = params.getAll('some').flatMap((own) => slicesIn(own) ?? []);
  const [lanes, filter] = [lanesIn(params.get('arranged')), filterIn(params.get('only'))];
  const flows = params.getAll('flow').filter((category) => category !== '');
  const scrollTop = topIn(params.get('top'));
  const panel = PANEL_IDS.find((own) => own === params.get('panel'));
  return {
    paths,
    without: params.getAll('without').filter((place) => place !== ''),
    tab: params.get('tab') ?? 'timeline',
    remembered: {
      ...((mode || reference || moved.length > 0) && { clock }),
      ...(view && { view }),
      ...(selectedRange && { selectedRange }),
      ...(selectedRange && selectedLanes.length > 0 && { selectedLanes }),
      ...(a && b && { comparison: { a, b } }),
      ...(copy && { copy }),
      ...(aligned.length > 0 && { aligned }),
      ...(merges.length > 0 && { merges }),
      ...(search && { search }),
      ...(place && source && { selection: { place, source: source as SliceSource } }),
      ...(place && source && chosen.length > 0 && { chosen }),
      ...(lanes && { lanes }),
      ...(filter && { filter }),
      ...(flows.length > 0 && { shownFlows: new Set(flows) }),
      ...(scrollTop !== undefined && { scrollTop }),
      ...(panel && { panel }),
    },
  };
}

/** How it is searched, and what becomes of all else: greyed unless it is said. */
const findWords = ['case', 'word', 'pattern', 'args', 'region', 'shown', 'hidden'] as const;

function isSaid({ options, others, isLocked }: RememberedSearch, word: (typeof findWords)[number]): boolean {
  switch (word) {
    case 'case':
      return options.isCaseSensitive;
    case 'word':
      return options.isWholeWord;
    case 'pattern':
      return options.isPattern;
    case 'args':
      return options.inArgs;
    case 'region':
      return isLocked;
    default:
      return others === word;
  }
}

function searchIn(text: string | null, said: string): RememberedSearch | undefined {
  if (text === null) return undefined;
  const words = said.split(',');
  const has = (word: (typeof findWords)[number]) => words.includes(word);
  return {
    text,
    options: { isCaseSensitive: has('case'), isWholeWord: has('word'), isPattern: has('pattern'), inArgs: has('args') },
    others: has('hidden') ? 'hidden' : has('shown') ? 'shown' : 'greyed',
    isLocked: has('region'),
  };
}

/** Instants before 1970 are negative, so it is no minus between them. */
function rangeText({ startNs, endNs }: InstantRange): string {
  return `${startNs}..${endNs}`;
}

function rangeIn(text: string | null): InstantRange | undefined {
  const match = /^(-?\d{1,20})\.\.(-?\d{1,20})$/.exec(text ?? '');
  if (!match) return undefined;
  const [startNs, endNs] = [BigInt(match[1]), BigInt(match[2])];
  return startNs <= endNs ? { startNs, endNs } : undefined;
}

type RememberedPlace = NonNullable<RememberedClock['moved']>[number];

/** "-1500@place" */
function movedIn(text: string): RememberedPlace | undefined {
  const [, byNs, place] = /^(-?\d{1,19})@(.+)$/s.exec(text) ?? [];
  return byNs === undefined || place === undefined ? undefined : { place, byNs: Number(byNs) };
}

/** "13@-1500@place" */
function copyIn(text: string): RememberedCopy | undefined {
  const [, step, byNs, place] = /^(-?\d{1,15})@(-?\d{1,19})@(.+)$/s.exec(text) ?? [];
  if (step === undefined || byNs === undefined || place === undefined) return undefined;
  return { place, step: Number(step), byNs: Number(byNs) };
}

/** "one@-1500@[place, lanes…]"; of near-empty streams "packed@0@5@[[those without], place, lanes…]": names may have anything in them. */
function mergeText({ into, byNs, place, lanes, packed }: RememberedMerge): string {
  if (packed) return `packed@${byNs}@${packed.mostSlices}@${JSON.stringify([packed.without, place, ...lanes])}`;
  return `${into}@${byNs}@${JSON.stringify([place, ...lanes])}`;
}

function mergeIn(text: string): RememberedMerge | undefined {
  const [, into, byNs, listed] = /^(one|work)@(-?\d{1,19})@(\[.+)$/s.exec(text) ?? [];
  if (listed !== undefined) {
    const [place, ...lanes] = listIn(listed);
    return lanes.every(isText) ? readMerge({ into, byNs: Number(byNs), place, lanes }) : undefined;
  }
  const [, laterNs, most, streams] = /^packed@(-?\d{1,19})@(\d{1,15})@(\[.+)$/s.exec(text) ?? [];
  if (streams === undefined) return undefined;
  const [without, place, ...lanes] = listIn(streams);
  const packed = { mostSlices: Number(most), without };
  return lanes.every(isText) ? readMerge({ into: 'work', byNs: Number(laterNs), place, lanes, packed }) : undefined;
}

/** `["place","event 1","event 2"]` */
function slicesIn(text: string): RememberedSlices | undefined {
  const [place, ...sources] = listIn(text);
  const isSource = (own: unknown): own is SliceSource => typeof own === 'string';
  if (typeof place !== 'string' || sources.length === 0 || !sources.every(isSource)) return undefined;
  return { place, sources };
}

/** CSS pixels, of which a device may have several in one. */
function topIn(text: string | null): number | undefined {
  return /^\d{1,9}(\.\d{1,20})?$/.test(text ?? '') ? Number(text) : undefined;
}

const isText = (value: unknown) => typeof value === 'string';

function listIn(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** "all@place" or "13@place". */
function sideIn(text: string): RememberedSide | undefined {
  const [, step, place] = /^(all|-?\d{1,15})@(.+)$/s.exec(text) ?? [];
  if (step === undefined || place === undefined) return undefined;
  return { place, step: step === 'all' ? step : Number(step) };
}
