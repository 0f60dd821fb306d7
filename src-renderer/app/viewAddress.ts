/** What the window shows as the fragment of an address, and back. Pure. */
import type { ClockMode, SliceSource } from '../../src-contract';
import type { InstantRange, Remembered, RememberedClock, RememberedCopy, RememberedSide } from '../session/remembered';

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

/** "open=%2Fdata%2Fjob&tab=timeline&view=1736412474000000000-…", without "#". */
export function fragmentOf({ paths, without, tab, remembered }: ViewAddress): string {
  const { clock, view, selection, selectedRange, comparison, copy, aligned = [] } = remembered;
  const params = new URLSearchParams();
  for (const path of paths) params.append('open', path);
  for (const place of without) params.append('without', place);
  params.set('tab', tab);
  if (clock?.mode) params.set('clock', clock.mode);
  if (clock?.reference !== undefined) params.set('reference', clock.reference);
  if (clock?.moved) params.set('moved', `${clock.moved.byNs}@${clock.moved.place}`);
  if (view) params.set('view', rangeText(view));
  if (selectedRange) params.set('range', rangeText(selectedRange));
  if (selection) {
    params.set('in', selection.place);
    params.set('slice', selection.source);
  }
  if (comparison) for (const own of [comparison.a, comparison.b]) params.append('compare', `${own.step}@${own.place}`);
  if (copy) params.set('copy', `${copy.step}@${copy.byNs}@${copy.place}`);
  for (const lane of aligned) params.append('aligned', lane);
  return params.toString();
}

/** Undefined where it names nothing to open; what can't be read of the rest is left out: anybody may have written it. */
export function addressOf(fragment: string): ViewAddress | undefined {
  if (fragment.length > MOST_CHARACTERS) return undefined;
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const paths = params.getAll('open').filter((path) => path !== '');
  if (paths.length === 0) return undefined;
  const mode = clockModes.find((own) => own === params.get('clock'));
  const reference = params.get('reference');
  const moved = movedIn(params.get('moved') ?? '');
  const clock: RememberedClock = { ...(mode && { mode }), ...(reference && { reference }), ...(moved && { moved }) };
  const copy = copyIn(params.get('copy') ?? '');
  const aligned = params.getAll('aligned').filter((lane) => lane !== '');
  const view = rangeIn(params.get('view'));
  const selectedRange = rangeIn(params.get('range'));
  const [a, b] = params.getAll('compare').map(sideIn);
  const [place, source] = [params.get('in'), params.get('slice')];
  return {
    paths,
    without: params.getAll('without').filter((place) => place !== ''),
    tab: params.get('tab') ?? 'timeline',
    remembered: {
      ...((mode || reference || moved) && { clock }),
      ...(view && { view }),
      ...(selectedRange && { selectedRange }),
      ...(a && b && { comparison: { a, b } }),
      ...(copy && { copy }),
      ...(aligned.length > 0 && { aligned }),
      ...(place && source && { selection: { place, source: source as SliceSource } }),
    },
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

/** "-1500@place" */
function movedIn(text: string): RememberedClock['moved'] {
  const [, byNs, place] = /^(-?\d{1,19})@(.+)$/s.exec(text) ?? [];
  return byNs === undefined || place === undefined ? undefined : { place, byNs: Number(byNs) };
}

/** "13@-1500@place" */
function copyIn(text: string): RememberedCopy | undefined {
  const [, step, byNs, place] = /^(-?\d{1,15})@(-?\d{1,19})@(.+)$/s.exec(text) ?? [];
  if (step === undefined || byNs === undefined || place === undefined) return undefined;
  return { place, step: Number(step), byNs: Number(byNs) };
}

/** "all@place" or "13@place". */
function sideIn(text: string): RememberedSide | undefined {
  const [, step, place] = /^(all|-?\d{1,15})@(.+)$/s.exec(text) ?? [];
  if (step === undefined || place === undefined) return undefined;
  return { place, step: step === 'all' ? step : Number(step) };
}
