import type { Finding, FindingPrediction, FindingsReport, RankStepSplit } from '../src-contract';
import { ranksText, type Sentence, type SentenceLanguage, sentenceText } from '../src-contract/findings/sentence';
import { notReportedText } from '../src-contract/views/notReported';
import { gainText } from './gainText';
import { escapedMarkdown as escaped, markdownCell } from './markdownText';
import { predictionsById, predictionText, type Replayed, type ReportTable, replayTables } from './replayTables';
import { firstFindings } from './reportModel';
import { replayWords } from './words/replayWords';
import { type ReportWords, reportWords } from './words/reportWords';

type Wording = (own: Sentence) => string;

/** The same as Markdown. Names of the dump are escaped: they are text here as well, and in a terminal that shows the file. */
export function reportMarkdown(
  title: string,
  report: FindingsReport,
  language: SentenceLanguage,
  replay: Replayed = {},
): string {
  const predicted = predictionsById(replay);
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
    ...findings.flatMap((own) => [
      ...findingLines(own, text, words, language),
      ...predictionLines(predicted.get(own.id), words, language),
    ]),
    ...replayTables(replay, language).flatMap((own) => section(own.title, tableLines(own, language))),
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

function findingLines(own: Finding, text: Wording, words: ReportWords, language: SentenceLanguage): string[] {
  const { colon, comma, brackets } = words;
  const lost = `${(own.lostNsPerStep / 1e6).toFixed(3)} ms${brackets.join(`${(100 * own.shareOfStep).toFixed(1)} %`)}`;
  const confidence = `${words.confidence}${colon}${words.confidences[own.confidence]}`;
  return [
    '',
    `## ${own.rule} · ${text(own.title)}`,
    '',
    [words.classes[own.class], ...(own.lostNsPerStep > 0 ? [lost] : []), confidence].join(comma),
    '',
    text(own.cause),
    '',
    ...own.effects.map((effect) => `- ${words.effect}${colon}${text(effect)}`),
    ...own.advice.map((advice) => `- ${text(advice)}`),
    `- ${words.gain}${colon}${markdownCell(gainText(own, language))}`,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function predictionLines(
  own: FindingPrediction | undefined,
  { colon }: ReportWords,
  language: SentenceLanguage,
): string[] {
  return own ? [`- ${replayWords[language].without}${colon}${predictionText(own, language)}`] : [];
}

/** Rows of a table; the others are in the other forms. */
const MOST_ROWS = 12;

function tableLines({ lines, columns, textCount, rows }: ReportTable, language: SentenceLanguage): string[] {
  const left = Math.max(0, rows.length - MOST_ROWS);
  const more = replayWords[language].more.replace('{count}', String(left));
  return [
    ...lines.flatMap((line) => [escaped(line), '']),
    `| ${columns.join(' | ')} |`,
    `|${columns.map((_, at) => (at < textCount ? ' --- |' : ' ---: |')).join('')}`,
    ...rows
      .slice(0, MOST_ROWS)
      .map((cells) => `| ${cells.map((cell, at) => (at < textCount ? escaped(cell) : cell)).join(' | ')} |`),
    ...(left > 0 ? ['', more] : []),
  ];
}
