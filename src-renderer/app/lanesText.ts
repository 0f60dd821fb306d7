/** How lanes are arranged, and which of them are left out, as texts of an address, and back. Pure. */
import type { RememberedFilter } from '../session/remembered';
import { readRememberedFilter } from '../session/rememberedFilter';
import { type RememberedLanes, readRememberedLanes } from '../session/rememberedLanes';

/** Longer ones make no link that could be sent to anybody. */
export const LONGEST_LANES_TEXT = 10_000;

/** Nothing arranged: as it is at first. */
export const plainLanes: RememberedLanes = readRememberedLanes({})!;

/** Undefined where it would be too long. What is put together or moved is no part of it: an address has that by itself. */
export function lanesText(lanes: RememberedLanes): string | undefined {
  const { merges: _merges, ...own } = lanes;
  const keys = Object.keys(own) as (keyof typeof own)[];
  const arranged = keys.filter((key) => JSON.stringify(own[key]) !== JSON.stringify(plainLanes[key]));
  return shortText(Object.fromEntries(arranged.map((key) => [key, own[key]])));
}

export function lanesIn(text: string | null): RememberedLanes | undefined {
  const read = longOf(text);
  return read && readRememberedLanes(read);
}

/** Undefined where it would be too long. */
export function filterText(filter: RememberedFilter): string | undefined {
  return shortText(filter);
}

export function filterIn(text: string | null): RememberedFilter | undefined {
  const read = longOf(text);
  return read && readRememberedFilter(read);
}

/**
 * Ranks, groups and lanes are named by the place of their rank, and thousands may have the same: it stands once, and its number in
 * the lists. Texts that are in no list stay as they are.
 */
function shortText(value: object): string | undefined {
  const places = new Map<string, number>();
  const short = (own: unknown, isListed: boolean): unknown => {
    if (Array.isArray(own)) return own.map((item) => short(item, true));
    if (typeof own === 'object' && own !== null)
      return Object.fromEntries(Object.entries(own).map(([key, item]) => [key, short(item, false)]));
    if (typeof own !== 'string' || !isListed) return own;
    const end = own.indexOf('\n');
    const place = end < 0 ? own : own.slice(0, end);
    const number = places.get(place) ?? places.size;
    places.set(place, number);
    return end < 0 ? number : `${number}${own.slice(end)}`;
  };
  const listed = short(value, false) as object;
  const text = JSON.stringify(places.size === 0 ? listed : { ...listed, at: [...places.keys()] });
  return text.length > LONGEST_LANES_TEXT ? undefined : text;
}

/** What is no such text is nothing; what names a place that is not there is left out by whoever reads it. */
function longOf(text: string | null): object | undefined {
  const read = objectIn(text ?? '');
  if (!read) return undefined;
  const { at, ...listed } = read;
  const places: readonly unknown[] = Array.isArray(at) ? at : [];
  const long = (own: unknown, isListed: boolean): unknown => {
    if (Array.isArray(own)) return own.map((item) => long(item, true));
    if (typeof own === 'object' && own !== null)
      return Object.fromEntries(Object.entries(own).map(([key, item]) => [key, long(item, false)]));
    if (typeof own === 'number') return places[own];
    if (typeof own !== 'string' || !isListed) return own;
    const [, number, rest] = /^(\d{1,9})(\n.*)$/s.exec(own) ?? [];
    const place = places[Number(number)];
    return typeof place === 'string' && rest !== undefined ? place + rest : undefined;
  };
  return long(listed, false) as object;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
