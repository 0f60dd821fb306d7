/** A comparison as sentences and tables, for whatever form writes them. Pure. */
import type { Change, ComparedPart, ComparedSide, CompareReport } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';
import { partNames as partNamesEn } from '../words/namesEn';
import { partNames as partNamesZh } from '../words/namesZh';
import { reportWords } from '../words/reportWords';
import { type CompareWords, compareWords } from './compareWords';

export interface DocumentTable {
  readonly title: string;
  readonly hint?: string;
  readonly columns: readonly { readonly label: string; readonly isName: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

export interface CompareDocument {
  readonly lines: readonly string[];
  readonly tables: readonly DocumentTable[];
}

/** Rows of a table that would have hundreds. */
const MOST_ROWS = 25;

/** `titles`: of the two dumps. Names in it are the dump’s: whoever writes it down escapes them. */
export function compareDocument(
  titles: readonly [string, string],
  report: CompareReport,
  language: SentenceLanguage,
): CompareDocument {
  const words = compareWords[language];
  return {
    lines: [
      sideLine('A', titles[0], report.a, words),
      sideLine('B', titles[1], report.b, words),
      verdictLine(report.step, words),
      ...lastStepLines(report, words),
      ...(report.step.interval ? [] : [words.noRepeats]),
      words.method,
    ],
    tables: [
      partsTable(report, language),
      changeTable(
        words.beside,
        report.beside.map(({ part, change }) => ({ name: words.besideParts[part], change })),
        words,
      ),
      changeTable(
        words.families,
        report.families.map(({ family, change }) => ({ name: words.familyNames[family], change })),
        words,
      ),
      kernelTable(report, words),
      opTable(report, words),
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** "Rank 1, mean of 3 steps". */
export function sideText({ label, steps }: ComparedSide, words: CompareWords): { rank: string; steps: string } {
  const [first] = steps;
  if (steps.length > 1) return { rank: label, steps: filled(words.steps, { count: String(steps.length) }) };
  const step = Number.isNaN(first) ? words.wholeRecording : filled(words.oneStep, { step: String(first) });
  return { rank: label, steps: step };
}

function sideLine(side: string, dump: string, own: ComparedSide, words: CompareWords): string {
  return filled(words.side, { side, dump, ...sideText(own, words) });
}

/** What is to be said first. */
export function verdictLine({ a, b, delta, interval }: Change, words: CompareWords): string {
  const values = { a: msText(a), b: msText(b), delta: msText(Math.abs(delta)), percent: percentText(b / a - 1) };
  if (interval && interval.low <= 0 && interval.high >= 0) return filled(words.unchanged, values);
  return filled(delta > 0 ? words.slower : words.faster, values);
}

/** What the difference is in part of, where one side alone is the last step of its recording. */
export function lastStepLines({ a, b }: Pick<CompareReport, 'a' | 'b'>, words: CompareWords): readonly string[] {
  if (a.isLastStep === b.isLastStep) return [];
  const [side, { steps }] = a.isLastStep ? ['A', a] : ['B', b];
  return [filled(words.lastStep, { side, step: String(steps[0]) })];
}

/** Name of a part below its group’s. */
export function partText({ group, kind, name }: Omit<ComparedPart, 'change'>, language: SentenceLanguage): string {
  const words = compareWords[language];
  const names: Readonly<Record<string, string>> = language === 'zh' ? partNamesZh : partNamesEn;
  if (kind === 'other') {
    if (group === 'free') return names.free;
    return ofGroup(group, group === 'computing' ? words.otherKernels : words.otherParts, language);
  }
  if (kind === 'untold') return group === 'computing' ? words.untoldComputing : words.groups[group];
  if (group === 'exposed') return words.exposed[name] ?? name;
  return group === 'free' ? (names[`free_${name}`] ?? name) : name;
}

/** "Computing: MatMul", as parts of Free have their names. */
export function ofGroup(group: ComparedPart['group'], text: string, language: SentenceLanguage): string {
  return `${compareWords[language].groups[group]}${reportWords[language].colon}${text}`;
}

function partsTable({ step, groups }: CompareReport, language: SentenceLanguage): DocumentTable {
  const words = compareWords[language];
  const rows = groups.flatMap(({ group, change, parts }) => [
    { name: words.groups[group], change },
    ...(parts.length > 1 ? parts.map((part) => ({ name: `  ${partText(part, language)}`, change: part.change })) : []),
  ]);
  return { ...changeTable(words.parts, [...rows, { name: words.step, change: step }], words), hint: words.partsHint };
}

function changeTable(
  title: string,
  rows: readonly { readonly name: string; readonly change: Change }[],
  words: CompareWords,
): DocumentTable {
  const { part, before, after, change, ratio, interval } = words.columns;
  return {
    title,
    columns: [name(part), ...[before, after, change, ratio, interval].map(number)],
    rows: rows
      .filter(({ change: own }) => !Number.isNaN(own.delta))
      .map(({ name: own, change: of }) => [own, ...changeCells(of)]),
  };
}

function kernelTable({ kernels }: CompareReport, words: CompareWords): DocumentTable {
  const { type, shapes, calls, before, after, change, callInterval, verdict } = words.columns;
  return {
    title: words.kernels,
    columns: [name(type), name(shapes), ...[calls, before, after, change, callInterval, verdict].map(number)],
    rows: kernels
      .slice(0, MOST_ROWS)
      .map((own) => [
        own.type,
        own.shapes,
        `${countText(own.countA)} → ${countText(own.countB)}`,
        msText(own.total.a),
        msText(own.total.b),
        signedText(own.total.delta),
        intervalText(own.call),
        words.verdicts[own.verdict],
      ]),
  };
}

function opTable({ ops }: CompareReport, words: CompareWords): DocumentTable {
  const { name: label, calls, before, after, change, interval, hostChange } = words.columns;
  const hint = ops
    ? filled(words.opsHint, {
        matched: String(ops.matchedCount),
        onlyA: String(ops.onlyA),
        onlyB: String(ops.onlyB),
      })
    : '';
  return {
    title: words.ops,
    hint: ops?.isLongest === false ? `${hint} ${words.opsByNumber}` : hint,
    columns: [name(label), ...[calls, before, after, change, interval, hostChange].map(number)],
    rows: (ops?.names ?? [])
      .slice(0, MOST_ROWS)
      .map((own) => [
        own.name,
        `${own.countA} → ${own.countB}`,
        msText(own.device.a),
        msText(own.device.b),
        signedText(own.device.delta),
        intervalText(own.device),
        signedText(own.host.delta),
      ]),
  };
}

function changeCells(own: Change): string[] {
  const ratio = own.b / own.a;
  return [
    msText(own.a),
    msText(own.b),
    signedText(own.delta),
    Number.isFinite(ratio) ? ratio.toFixed(4) : '',
    intervalText(own),
  ];
}

/** "−1.234 … +0.567", in ms; '' without repeats. */
export function intervalText({ interval }: Change): string {
  return interval ? `${signedText(interval.low)} … ${signedText(interval.high)}` : '';
}

export function signedText(ns: number): string {
  if (!Number.isFinite(ns)) return '';
  const text = msText(Math.abs(ns));
  if (Number(text) === 0) return text;
  return ns < 0 ? `−${text}` : `+${text}`;
}

function percentText(share: number): string {
  if (!Number.isFinite(share)) return '';
  return `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)} %`;
}

/** "1,103.434", in ms: to the µs, in which profilers measure. */
export function msText(ns: number): string {
  const digits = { minimumFractionDigits: 3, maximumFractionDigits: 3 };
  return Number.isFinite(ns) ? (ns / 1e6).toLocaleString('en-US', digits) : '';
}

function countText(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}

function name(label: string) {
  return { label, isName: true };
}

function number(label: string) {
  return { label, isName: false };
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}
