/** The step of each rank as a bar, as long as its step: the parts that the Findings tab shows, drawn as SVG. */
import type { RankStepSplit } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';
import { msText, shareText } from '../numbers';
import { partName, type SplitPart, splitParts, stepNsOf } from '../splitParts';
import { partNames as partNamesEn } from '../words/namesEn';
import { partNames as partNamesZh } from '../words/namesZh';
import { type ReportWords, reportWords } from '../words/reportWords';
import { html, type Markup } from './markup';

/** More bars than these are no picture any more. */
const MOST_BARS = 256;

/** Units of the SVG. */
const WIDTH = 1000;
const LABEL_WIDTH = 110;
const LABEL_LETTERS = 12;
const BAR_WIDTH = 780;
const ROW_HEIGHT = 24;
const BAR_HEIGHT = 16;
const BASELINE = 13;

/** Picture, legend and the same as a table; undefined where no rank tells its step. */
export function splitSection(split: readonly RankStepSplit[], language: SentenceLanguage): Markup | undefined {
  const all = split.filter((own) => stepNsOf(own) > 0);
  if (all.length === 0) return undefined;
  const words = reportWords[language];
  const names = language === 'zh' ? partNamesZh : partNamesEn;
  const known = longest(all);
  const parts = splitParts(known).map((part) => ({ ...part, name: names[partName(part.id)] }));
  return html`<section id="split"><h2>${words.picture}</h2><p class="muted">${words.pictureHint}${cutNote(all, known, words)}</p>
${picture(known, parts, words)}
<ul class="legend">${parts.map(
    ({ colour, name }) =>
      html`<li><svg viewBox="0 0 12 12" aria-hidden="true"><rect class="${colour}" width="12" height="12" rx="2"/></svg>${name}</li>`,
  )}</ul>
${table(known, parts, words)}</section>
`;
}

interface NamedPart extends SplitPart {
  readonly name: string;
}

/** In the order of the ranks. */
function longest(split: readonly RankStepSplit[]): readonly RankStepSplit[] {
  if (split.length <= MOST_BARS) return split;
  const kept = new Set([...split].sort((a, b) => stepNsOf(b) - stepNsOf(a)).slice(0, MOST_BARS));
  return split.filter((own) => kept.has(own));
}

function cutNote(all: readonly unknown[], known: readonly unknown[], { pictureCut }: ReportWords): string | undefined {
  if (known.length === all.length) return undefined;
  return ` ${pictureCut.replace('{total}', String(all.length)).replace('{count}', String(known.length))}`;
}

function picture(split: readonly RankStepSplit[], parts: readonly NamedPart[], words: ReportWords): Markup {
  const stepNs = Math.max(...split.map(stepNsOf));
  const height = split.length * ROW_HEIGHT;
  const rows = split.map((own, at) => {
    const top = at * ROW_HEIGHT;
    let doneNs = 0;
    const bars = parts.flatMap(({ colour, name, values }) => {
      const ns = values[at];
      if (!(ns > 0)) return [];
      const from = position(doneNs, stepNs);
      doneNs += ns;
      // Where one ends the next begins: widths are differences, so that they add up to the step.
      const width = (position(doneNs, stepNs) - from).toFixed(3);
      return [
        html`<rect class="${colour}" x="${(LABEL_WIDTH + from).toFixed(3)}" y="${top}" width="${width}" height="${BAR_HEIGHT}"><title>${name}: ${msText(ns)} ms (${shareText(ns / stepNsOf(own))})</title></rect>`,
      ];
    });
    const end = (LABEL_WIDTH + position(stepNsOf(own), stepNs) + 6).toFixed(3);
    return html`<text class="end" x="${LABEL_WIDTH - 8}" y="${top + BASELINE}">${cutLabel(own.label)}<title>${own.label}</title></text>${bars}<text x="${end}" y="${top + BASELINE}">${msText(stepNsOf(own))} ms</text>
`;
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${words.picture}">${rows}</svg>`;
}

/** Labels that are file names are cut in the middle: what tells them apart stands at their ends. */
function cutLabel(label: string): string {
  const letters = [...label];
  if (letters.length <= LABEL_LETTERS) return label;
  const half = Math.floor(LABEL_LETTERS / 2);
  return `${letters.slice(0, half).join('')}…${letters.slice(1 - half).join('')}`;
}

/** Rounded, as it is written: from the left of the bars. */
function position(ns: number, stepNs: number): number {
  return Math.round((ns / stepNs) * BAR_WIDTH * 1000) / 1000;
}

function table(split: readonly RankStepSplit[], parts: readonly NamedPart[], words: ReportWords): Markup {
  const rows = split.map(
    (own, at) =>
      html`<tr><th class="name" scope="row">${own.label}</th><td>${msText(stepNsOf(own))}</td>${parts.map(({ values }) => html`<td>${msText(values[at])}</td>`)}</tr>
`,
  );
  return html`<div class="scroll"><table><thead><tr><th class="name">${words.splitColumns[0]}</th><th>${words.step} (ms)</th>${parts.map(({ name }) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
