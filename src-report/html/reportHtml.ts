/** A report as one HTML file that is read without anything else: no script, nothing from elsewhere. */
import type { DumpState, FindingsReport, JobFacts, Sentence } from '../../src-contract';
import { ranksText, type SentenceLanguage, sentenceText } from '../../src-contract/findings/sentence';
import { notReportedText } from '../../src-contract/views/notReported';
import { predictionsById, type Replayed } from '../replayTables';
import { fineRules, firstFindings } from '../reportModel';
import { withUnbrokenRanges } from '../unbroken';
import { ruleNames as ruleNamesEn } from '../words/namesEn';
import { ruleNames as ruleNamesZh } from '../words/namesZh';
import { reportWords } from '../words/reportWords';
import { findingArticle } from './findingArticle';
import { factSection } from './jobFacts';
import { kernelSection } from './kernelTable';
import { html, type Markup } from './markup';
import { pageHtml } from './page';
import { replaySections } from './replaySection';
import { splitSection } from './splitPicture';

export interface HtmlReport {
  readonly state: DumpState;
  readonly report: FindingsReport;
  /** Undefined: the dump has no files that tell. */
  readonly job: JobFacts | undefined;
  readonly language: SentenceLanguage;
  /** Of the program. */
  readonly version: string;
  readonly replay?: Replayed;
}

/** Names of the dump stand in it as text; the policy lets nothing run or load, even if one did not. */
export function reportHtml({ state, report, job, language, version, replay = {} }: HtmlReport): string {
  const words = reportWords[language];
  const { findings } = report;
  const predicted = predictionsById(replay);
  const body = html`${firstSection(report, language)}${factSection(state, report, job, language)}${trustSection(report, language)}${splitSection(report.split, language)}
${findings.length > 0 ? html`<section id="findings"><h2>${words.findings}</h2>${findings.map((own, at) => findingArticle(own, at, state.ranks, language, predicted.get(own.id)))}</section>` : undefined}
${replaySections(replay, language)}${belowSections(report, language)}${kernelSection(report.kernels, language)}`;
  return pageHtml({ title: state.title, body, language, version });
}

function firstSection({ findings }: FindingsReport, language: SentenceLanguage): Markup {
  if (findings.length === 0) return html`<section><p>${reportWords[language].nothing}</p></section>`;
  const lines = firstFindings(findings).map(
    (own) =>
      html`<li><a href="#f${findings.indexOf(own) + 1}">${withUnbrokenRanges(sentenceText(own.title, language))}</a></li>`,
  );
  return html`<section><ol class="first">${lines}</ol></section>
`;
}

function trustSection({ trust }: FindingsReport, language: SentenceLanguage): Markup | undefined {
  return list('trust', reportWords[language].trust, undefined, [
    ...trust.map(
      ({ severity, sentence }) =>
        html`<span class="${severity}">${withUnbrokenRanges(sentenceText(sentence, language))}</span>`,
    ),
  ]);
}

/** What is under its threshold, fine, could not run, and by which limits that is not the usual ones. */
function belowSections(report: FindingsReport, language: SentenceLanguage): Markup {
  const words = reportWords[language];
  const names = language === 'zh' ? ruleNamesZh : ruleNamesEn;
  const text = (own: Sentence) => withUnbrokenRanges(sentenceText(own, language));
  const ofRanks = (ranks: readonly number[]) =>
    ranks.length > 0 ? words.brackets.join(ranksText(ranks, language)) : '';
  const rule = (id: string) => html`<span class="rule">${id}</span>`;
  const limits = report.thresholds.filter(({ value, usual }) => value !== usual);
  return html`${list(
    'below',
    words.notReported,
    undefined,
    report.notReported.map((own) => html`${rule(own.rule)}${notReportedText(own, language)}`),
  )}${list(
    'fine',
    words.fine,
    undefined,
    fineRules(report).map((id) => html`${rule(id)}${names[id]}`),
  )}${list(
    'not-run',
    words.notRun,
    words.notRunHint,
    report.notRun.map(
      (own) =>
        html`${rule(own.rule)}${names[own.rule]}${words.colon}${text(own.reason)}<span class="muted">${ofRanks(own.ranks)}</span>`,
    ),
  )}${list(
    'limits',
    words.limits,
    undefined,
    limits.map(({ id, value, usual }) => {
      const change = words.limit.replace('{value}', String(value)).replace('{usual}', String(usual));
      return html`<code>${id}</code>${words.colon}${change}`;
    }),
  )}`;
}

function list(id: string, title: string, hint: string | undefined, lines: readonly Markup[]): Markup | undefined {
  if (lines.length === 0) return undefined;
  return html`<section id="${id}"><h2>${title}</h2>${hint === undefined ? undefined : html`<p class="muted">${hint}</p>`}<ul class="plain">${lines.map(
    (line) => html`<li>${line}</li>
`,
  )}</ul></section>
`;
}
