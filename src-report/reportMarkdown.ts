import type { Finding, FindingsReport, RankStepSplit } from '../src-contract';
import { terminalLine } from '../src-contract/cells/terminalLine';
import { ranksText, type Sentence, type SentenceLanguage, sentenceText } from '../src-contract/findings/sentence';
import { notReportedText } from '../src-contract/views/notReported';
import { firstFindings } from './reportModel';
import { type ReportWords, reportWords } from './words/reportWords';

type Wording = (own: Sentence) => string;

/** The same as Markdown. Names of the dump are escaped: they are text here as well, and in a terminal that shows the file. */
export function reportMarkdown(title: string, report: FindingsReport, language: SentenceLanguage): string {
  const text = (own: Sentence) => escaped(sentenceText(own, language));
  const words = reportWords[language];
  const { trust, split, findings, notReported, notRun } = report;
  const ofRanks = (ranks: readonly number[]) =>
    ranks.length > 0 ? words.brackets.join(ranksText(ranks, language)) : '';
  const lines = [
    `# ${escaped(title)}`,
    '',
    ...(findings.length === 0
      ? [words.nothing]
      : firstFindings(findings).map((own, at) => `${at + 1}. ${text(own.title)}`)),
    ...section(
      words.trust,
      trust.map((own) => `- ${text(own.sentence)}`),
    ),
    ...section(words.split, split.length === 0 ? [] : [...splitHead(words), ...split.map(splitRow)]),
    ...findings.flatMap((own) => findingLines(own, text, words)),
    ...section(
      words.notReported,
      notReported.map((own) => `- ${own.rule}${words.colon}${escaped(notReportedText(own, language))}`),
    ),
    ...section(
      words.notRun,
      notRun.map(({ rule, reason, ranks }) => `- ${rule}${words.colon}${text(reason)}${ofRanks(ranks)}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function splitHead({ splitColumns }: ReportWords): string[] {
  return [`| ${splitColumns.join(' | ')} |`, `|${' ---: |'.repeat(splitColumns.length)}`];
}

function splitRow({ rank, stepCount, computingNs, notOverlappedNs, freeNs, exposed }: RankStepSplit): string {
  const moving = exposed?.isSplit ? exposed.movingNs : Number.NaN;
  const waiting = exposed?.isSplit ? exposed.waitingNs : Number.NaN;
  const cells = [computingNs, notOverlappedNs, moving, waiting, freeNs].map((ns) => {
    const ms = ns / stepCount / 1e6;
    return Number.isFinite(ms) ? ms.toFixed(3) : '';
  });
  return `| ${rank} | ${cells.join(' | ')} |`;
}

function findingLines(own: Finding, text: Wording, words: ReportWords): string[] {
  const { colon, comma, brackets } = words;
  const lost = `${(own.lostNsPerStep / 1e6).toFixed(3)} ms${brackets.join(`${(100 * own.shareOfStep).toFixed(1)} %`)}`;
  const confidence = `${words.confidence}${colon}${words.confidences[own.confidence]}`;
  return [
    '',
    `## ${own.rule} · ${text(own.title)}`,
    '',
    [words.classes[own.class], lost, confidence].join(comma),
    '',
    text(own.cause),
    '',
    ...own.effects.map((effect) => `- ${words.effect}${colon}${text(effect)}`),
    ...own.advice.map((advice) => `- ${text(advice)}`),
    `- ${words.gain}${colon}${text(own.gain.formula)}`,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** In a line of its own it is no list, title or code either. */
function escaped(text: string): string {
  return terminalLine(text)
    .replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&')
    .replace(/^\s*(\d*)([-+=.)])/, '$1\\$2')
    .trim();
}
