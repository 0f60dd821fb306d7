import type { CompareReport } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';
import { html, type Markup } from '../html/markup';
import { pageHtml } from '../html/page';
import { compareDocument, type DocumentTable, msText, ofGroup, partText, signedText } from './compareDocument';
import { compareWords } from './compareWords';
import { type WaterfallBar, waterfall, waterfallRange } from './waterfall';

export interface CompareHtml {
  /** Of the two dumps. */
  readonly titles: readonly [string, string];
  readonly report: CompareReport;
  readonly language: SentenceLanguage;
  /** Of the program. */
  readonly version: string;
}

export function compareHtml({ titles, report, language, version }: CompareHtml): string {
  const words = compareWords[language];
  const { lines, tables } = compareDocument(titles, report, language);
  const body = html`<section><ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>
${picture(report, language)}${tables.map(tableSection)}`;
  return pageHtml({ title: `${words.title}: ${titles[0]} · ${titles[1]}`, body, language, version });
}

const WIDTH = 1000;
const LABELS = 300;
const VALUES = 90;
const BAR = 16;
const ROW = 22;

function picture(report: CompareReport, language: SentenceLanguage): Markup {
  const bars = waterfall(report);
  const { fromNs, toNs } = waterfallRange(bars);
  const scale = (WIDTH - LABELS - VALUES) / Math.max(1, toNs - fromNs);
  const x = (ns: number) => LABELS + (Math.min(Math.max(ns, fromNs), toNs) - fromNs) * scale;
  const rows = bars.map((bar, at) => {
    const [left, right] = [Math.min(x(bar.fromNs), x(bar.toNs)), Math.max(x(bar.fromNs), x(bar.toNs))];
    return html`<text x="${LABELS - 10}" y="${at * ROW + 14}" class="end">${barLabel(bar, language)}</text><rect class="${bar.colour}" x="${left.toFixed(1)}" y="${at * ROW + 2}" width="${Math.max(1, right - left).toFixed(1)}" height="${BAR}"/><text x="${WIDTH}" y="${at * ROW + 14}" class="end">${barValue(bar)}</text>
`;
  });
  const { parts, partsHint } = compareWords[language];
  const range = rangeText({ fromNs, toNs }, language);
  return html`<section id="waterfall"><h2>${parts}</h2><p class="muted">${partsHint} ${range}</p>
<svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${parts}">${rows}</svg></section>
`;
}

/** Bars that are not drawn from 0 look more unlike than they are: it is said. */
export function rangeText({ fromNs, toNs }: ReturnType<typeof waterfallRange>, language: SentenceLanguage): string {
  return compareWords[language].range.replace('{from}', msText(fromNs)).replace('{to}', msText(toNs));
}

export function barLabel({ kind, part }: WaterfallBar, language: SentenceLanguage): string {
  if (!part) return `${compareWords[language].step} ${kind === 'start' ? 'A' : 'B'}`;
  const text = partText(part, language);
  return part.group === 'computing' && part.kind !== 'other' ? ofGroup(part.group, text, language) : text;
}

export function barValue({ kind, deltaNs }: WaterfallBar): string {
  return kind === 'part' ? signedText(deltaNs) : msText(deltaNs);
}

function tableSection({ title, hint, columns, rows }: DocumentTable): Markup {
  const head = columns.map(({ label, isName }) =>
    isName ? html`<th class="name">${label}</th>` : html`<th>${label}</th>`,
  );
  const lines = rows.map(
    (row) => html`<tr>${row.map((text, at) =>
      columns[at].isName ? html`<td class="name">${indented(text)}</td>` : html`<td>${text}</td>`,
    )}</tr>
`,
  );
  return html`<section><h2>${title}</h2>${hint ? html`<p class="muted">${hint}</p>` : undefined}
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div></section>
`;
}

/** Spaces at the beginning would not be seen. */
function indented(text: string): string {
  return text.replace(/^ +/, (spaces) => '\u00a0'.repeat(2 * spaces.length));
}
