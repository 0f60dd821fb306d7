import type { Finding, FindingsReport } from '../../../src-contract';
import { type Sentence, type SentenceLanguage, sentenceText } from '../../../src-contract/findings/sentence';
import { notReportedText } from '../../../src-contract/views/notReported';

type Wording = (own: Sentence) => string;

/** Sentences that come first. */
const FIRST = 5;
/** Of the step; what costs less is not said first. */
const FIRST_FROM = 0.001;

/** For a terminal: at most five sentences first, by time lost; then each with cause and advice, and what was left out. */
export function reportLines(report: FindingsReport, language: SentenceLanguage): readonly string[] {
  const text = (own: Sentence) => sentenceText(own, language);
  const { findings, trust, notReported, notRun } = report;
  return [
    ...firstLines(findings, text),
    ...section(
      'What this rests on',
      trust.map((own) => `  ${text(own.sentence)}`),
    ),
    ...section(
      'Findings',
      findings.flatMap((own) => findingLines(own, text)),
    ),
    ...section(
      'Not reported',
      notReported.map((own) => `  ${own.rule}  ${notReportedText(own, language)}`),
    ),
    ...section(
      'Could not run',
      notRun.map(
        ({ rule, reason, ranks }) => `  ${rule}  ${text(reason)}${ranks.length > 0 ? ` (${ranksText(ranks)})` : ''}`,
      ),
    ),
  ];
}

/** The first five, or that there is nothing. */
function firstLines(findings: readonly Finding[], text: Wording): readonly string[] {
  if (findings.length === 0) return ['Nothing was found that costs more than its threshold.'];
  const costly = findings.filter(({ shareOfStep }) => shareOfStep >= FIRST_FROM);
  return (costly.length > 0 ? costly : findings).slice(0, FIRST).map((own, at) => `${at + 1}. ${text(own.title)}`);
}

function findingLines(own: Finding, text: Wording): string[] {
  return [
    `  ${own.rule}  ${text(own.title)}`,
    `      ${text(own.cause)}`,
    ...own.effects.map((effect) => `      Effect: ${text(effect)}`),
    ...own.advice.map((advice) => `      → ${text(advice)}`),
  ];
}

function ranksText(ranks: readonly number[]): string {
  return `Rank ${ranks.slice(0, 4).join(', ')}${ranks.length > 4 ? `, … (+${ranks.length - 4})` : ''}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}
