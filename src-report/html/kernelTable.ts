/** Kinds of kernels by total time, with what bounds them. */
import type { KernelRoofline } from '../../src-contract';
import type { SentenceLanguage } from '../../src-contract/findings/sentence';
import { msText, shareText, usText } from '../numbers';
import { reportWords } from '../words/reportWords';
import { html, type Markup } from './markup';

const MOST_ROWS = 20;

export function kernelSection({ rows, chip }: KernelRoofline, language: SentenceLanguage): Markup | undefined {
  if (rows.length === 0) return undefined;
  const { kernels, kernelColumns, bounds } = reportWords[language];
  const texts = 3;
  const head = kernelColumns.map((name, at) =>
    at < texts ? html`<th class="name">${name}</th>` : html`<th>${name}</th>`,
  );
  const lines = rows.slice(0, MOST_ROWS).map((own) => {
    const names = [own.type, own.shapes, own.core].map((name) => html`<td class="name">${name}</td>`);
    const numbers = [
      own.count.toLocaleString('en-US'),
      msText(own.totalNs),
      usText(own.meanNs),
      usText(own.minNs),
      usText(own.maxNs),
      shareText(own.share),
      bounds[own.bound],
      shareText(own.reach),
    ].map((value) => html`<td>${value}</td>`);
    return html`<tr>${names}${numbers}</tr>
`;
  });
  return html`<section id="kernels"><h2>${kernels}</h2>${chip ? html`<p class="muted">${chip.name}</p>` : undefined}
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div></section>
`;
}
