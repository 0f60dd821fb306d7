import type { Finding, FindingsReport } from '../src-contract';
import { ranksText, type Sentence, type SentenceLanguage, sentenceText } from '../src-contract/findings/sentence';
import { notReportedText } from '../src-contract/views/notReported';
import { firstFindings } from './reportModel';
import { type ReportWords, reportWords } from './words/reportWords';

type Wording = (own: Sentence) => string;

/**
 * For a terminal: at most five sentences first, by time lost; then each with cause and advice, and what was left out. Names of
 * the dump stand in the lines as they are: print them through `terminalLine`.
 */
export function reportLines(report: FindingsReport, language: SentenceLanguage): readonly string[] {
  const text = (own: Sentence) => sentenceText(own, language);
  const words = reportWords[language];
  const { findings, trust, notReported, notRun } = report;
  const ofRanks = (ranks: readonly number[]) =>
    ranks.length > 0 ? words.brackets.join(ranksText(ranks, language)) : '';
  return [
    ...(findings.length === 0
      ? [words.nothing]
      : firstFindings(findings).map((own, at) => `${at + 1}. ${text(own.title)}`)),
    ...section(
      words.trust,
      trust.map((own) => `  ${text(own.sentence)}`),
    ),
    ...section(
      words.findings,
      findings.flatMap((own) => findingLines(own, text, words)),
    ),
    ...section(
      words.notReported,
      notReported.map((own) => `  ${own.rule}  ${notReportedText(own, language)}`),
    ),
    ...section(
      words.notRun,
      notRun.map(({ rule, reason, ranks }) => `  ${rule}  ${text(reason)}${ofRanks(ranks)}`),
    ),
  ];
}

function findingLines(own: Finding, text: Wording, { effect, colon }: ReportWords): string[] {
  return [
    `  ${own.rule}  ${text(own.title)}`,
    `      ${text(own.cause)}`,
    ...own.effects.map((one) => `      ${effect}${colon}${text(one)}`),
    ...own.advice.map((advice) => `      → ${text(advice)}`),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}
