/** Sentences of findings: an id and its values. What they say stands in `sentencesEn.ts` and `sentencesZh.ts` alone. */
import { sentencesEn } from './sentencesEn';
import { sentencesZh } from './sentencesZh';

export type SentenceId = keyof typeof sentencesEn;

/** Times in ns, sizes in bytes, shares 0 to 1, ranks by their numbers or labels; the sentence says how they are written. */
export type SentenceValue = string | number | readonly number[] | readonly string[];

export interface Sentence {
  readonly id: SentenceId;
  readonly values: Readonly<Record<string, SentenceValue>>;
  /** Name of the dump that it is about, where several are open. */
  readonly dump?: string;
  /** It is about several ranks, and its figures are those of this one, of whom it holds most: its number or label. */
  readonly worst?: SentenceValue;
}

export type SentenceLanguage = 'en' | 'zh';

export function sentence(id: SentenceId, values: Sentence['values'] = {}): Sentence {
  return { id, values };
}

/** "{lost:time}"; "{count|call|calls}" with a word that goes by the number. */
const PLACEHOLDER = /\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^|}]*))?\}/g;

/** Names in the values are the dump's: the result is text, never markup, and goes to a terminal only through `terminalLine`. */
export function sentenceText({ id, values, dump, worst }: Sentence, language: SentenceLanguage): string {
  const text = filledIn(language === 'zh' ? sentencesZh[id] : sentencesEn[id], values, language);
  const said = worst === undefined ? text : withWorst(text, worst, language);
  if (dump === undefined) return said;
  return language === 'zh' ? `${dump}：${said}` : `${dump}: ${said}`;
}

function filledIn(text: string, values: Sentence['values'], language: SentenceLanguage): string {
  return text.replace(PLACEHOLDER, (_, name: string, form?: string, one?: string, several?: string) => {
    const value = rangeText(values[`${name}Least`], values[name], form) ?? valueText(values[name], form, language);
    return several === undefined ? value : `${value} ${value === '1' ? one : several}`;
  });
}

function withWorst(text: string, worst: SentenceValue, language: SentenceLanguage): string {
  const whose = filledIn(language === 'zh' ? sentencesZh['of-worst'] : sentencesEn['of-worst'], { worst }, language);
  return language === 'zh' ? `${text}${whose}` : `${text} ${whose}`;
}

/** Of several dumps the one that it is about. */
export function inDump(own: Sentence, dump: string | undefined): Sentence {
  return dump === undefined ? own : { ...own, dump };
}

/** Of several ranks the one that its figures are of. */
export function ofWorst(own: Sentence, worst: SentenceValue): Sentence {
  // A sentence without figures holds for all of them.
  return Object.keys(own.values).length === 0 ? own : { ...own, worst };
}

/**
 * Of several ranks `lost` is that of the one that loses most: beside `lostLeast`, of the one that loses least, it is written as
 * "3.12–5.62 ms". Undefined: there is nothing of that kind, or both are written the same.
 */
function rangeText(least: SentenceValue | undefined, most: SentenceValue | undefined, form: string | undefined) {
  if (typeof least !== 'number' || typeof most !== 'number' || !(least < most)) return undefined;
  const [from, to] = [least, most].map((value) => {
    if (form === 'percent') return rounded(value * 100);
    return form === 'time' ? rounded(inUnitOf(most, value)) : rounded(value);
  });
  if (from === to) return undefined;
  if (form === 'percent') return `${from}–${to} %`;
  return form === 'time' ? `${from}–${timeText(most)}` : `${from}–${to}`;
}

function valueText(value: SentenceValue | undefined, form: string | undefined, language: SentenceLanguage): string {
  if (value === undefined || typeof value === 'string') return value ?? '?';
  if (form === 'list' && typeof value !== 'number') return value.join(language === 'zh' ? '、' : ', ');
  if (typeof value !== 'number') return areLabels(value) ? labelsText(value, language) : ranksText(value, language);
  switch (form) {
    case 'time':
      return timeText(value);
    case 'percent':
      return shareText(value);
    case 'size':
      return sizeText(value);
    default:
      return rounded(value);
  }
}

/** More are counted. */
const MAX_RANKS = 4;

/** Below a title that says "Rank": its number, or its label where that says more. */
export function rankCellText({ rank, label }: { readonly rank: number; readonly label: string }): string {
  return label === `Rank ${rank}` ? String(rank) : label;
}

/** "Ranks 0, 1, 2, 3 and 4 more". */
export function ranksText(ranks: readonly number[], language: SentenceLanguage): string {
  const named = ranks.slice(0, MAX_RANKS);
  const isMore = ranks.length > MAX_RANKS;
  if (language === 'zh') return `Rank ${named.join('、')}${isMore ? ` 等 ${ranks.length} 个` : ''}`;
  if (ranks.length === 1) return `Rank ${ranks[0]}`;
  if (isMore) return `Ranks ${named.join(', ')} and ${ranks.length - MAX_RANKS} more`;
  return `Ranks ${named.slice(0, -1).join(', ')} and ${named[named.length - 1]}`;
}

function areLabels(value: readonly number[] | readonly string[]): value is readonly string[] {
  return typeof value[0] === 'string';
}

/** "Rank 0 (a), Rank 0 (b) and 4 more": where several dumps have a rank of one number. */
function labelsText(labels: readonly string[], language: SentenceLanguage): string {
  const named = labels.slice(0, MAX_RANKS);
  const isMore = labels.length > MAX_RANKS;
  if (language === 'zh') return named.join('、') + (isMore ? ` 等 ${labels.length} 个 Rank` : '');
  if (isMore) return `${named.join(', ')} and ${labels.length - MAX_RANKS} more`;
  return named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named[named.length - 1]}`;
}

/** In the unit that suits it, three digits: "5.62 ms". */
export function timeText(ns: number): string {
  return `${rounded(inUnitOf(ns, ns))} ${timeUnit(ns).name}`;
}

/** Three digits: "11.2 %". */
export function shareText(share: number): string {
  return `${rounded(share * 100)} %`;
}

function timeUnit(ns: number): { readonly name: string; readonly ns: number } {
  const size = Math.abs(ns);
  if (size < 1e3) return { name: 'ns', ns: 1 };
  if (size < 1e6) return { name: 'µs', ns: 1e3 };
  return size < 1e9 ? { name: 'ms', ns: 1e6 } : { name: 's', ns: 1e9 };
}

/** Beside another one, whose unit it is written in; of ns there are no parts. */
function inUnitOf(otherNs: number, ns: number): number {
  const unit = timeUnit(otherNs);
  return unit.ns === 1 ? Math.round(ns) : ns / unit.ns;
}

function sizeText(bytes: number): string {
  if (bytes < 1e3) return `${rounded(bytes)} B`;
  if (bytes < 1e6) return `${rounded(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${rounded(bytes / 1e6)} MB` : `${rounded(bytes / 1e9)} GB`;
}

/** Three digits, whole numbers in full; with U+2212 before what is negative, as in tables. */
function rounded(value: number): string {
  if (!Number.isFinite(value)) return '?';
  const text =
    Number.isInteger(value) || Math.abs(value) >= 1000
      ? Math.round(value).toLocaleString('en-US')
      : String(Number(value.toPrecision(3)));
  return text.replace(/^-/, '−');
}
