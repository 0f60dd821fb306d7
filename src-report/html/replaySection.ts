/** The critical path and the functions as tables, the rows behind the first ones folded. */
import type { SentenceLanguage } from '../../src-contract/findings/sentence';
import { type Replayed, type ReportTable, replayTables } from '../replayTables';
import { replayWords } from '../words/replayWords';
import { html, type Markup } from './markup';

/** The others open at a click. */
const FIRST_ROWS = 12;

export function replaySections(replay: Replayed, language: SentenceLanguage): readonly Markup[] {
  return replayTables(replay, language).map((own) => {
    const rest = own.rows.slice(FIRST_ROWS);
    const summary = replayWords[language].all.replace('{count}', rest.length.toLocaleString('en-US'));
    return html`<section id="${own.id}"><h2>${own.title}</h2>${own.lines.map((line) => html`<p class="muted">${line}</p>`)}
${table(own, own.rows.slice(0, FIRST_ROWS))}${
  rest.length > 0 ? html`<details><summary>${summary}</summary>${table(own, rest)}</details>` : undefined
}</section>
`;
  });
}

function table({ columns, textCount }: ReportTable, rows: ReportTable['rows']): Markup {
  const isName = (at: number) => at < textCount;
  const head = columns.map((name, at) => (isName(at) ? html`<th class="name">${name}</th>` : html`<th>${name}</th>`));
  const lines = rows.map(
    (
      cells,
    ) => html`<tr>${cells.map((cell, at) => (isName(at) ? html`<td class="name">${cell}</td>` : html`<td>${cell}</td>`))}</tr>
`,
  );
  return html`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
