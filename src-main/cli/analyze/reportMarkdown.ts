import type { Finding, FindingsReport, RankStepSplit } from '../../../src-contract';
import { type Sentence, type SentenceLanguage, sentenceText } from '../../../src-contract/findings/sentence';
import { notReportedText } from '../../../src-contract/views/notReported';

/** The same as Markdown. Names of the dump are escaped: they are text here as well. */
export function reportMarkdown(title: string, report: FindingsReport, language: SentenceLanguage): string {
  const text = (own: Sentence) => escaped(sentenceText(own, language));
  const { trust, split, findings, notReported, notRun } = report;
  const lines = [
    `# ${escaped(title)}`,
    '',
    ...findings.slice(0, 5).map((own, at) => `${at + 1}. ${text(own.title)}`),
    ...section(
      'What this rests on',
      trust.map((own) => `- ${text(own.sentence)}`),
    ),
    ...section(
      'Step split (ms, mean over the steps)',
      split.length === 0 ? [] : [...splitHead, ...split.map(splitRow)],
    ),
    ...findings.flatMap((own) => findingLines(own, text)),
    ...section(
      'Not reported',
      notReported.map((own) => `- ${own.rule}: ${escaped(notReportedText(own, language))}`),
    ),
    ...section(
      'Could not run',
      notRun.map(({ rule, reason }) => `- ${rule}: ${text(reason)}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const splitHead = [
  '| rank | computing | exposed communication | of it moving | of it waiting | free |',
  '| ---: | ---: | ---: | ---: | ---: | ---: |',
];

function splitRow({ rank, stepCount, computingNs, notOverlappedNs, freeNs, exposed }: RankStepSplit): string {
  const moving = exposed?.isSplit ? exposed.movingNs : Number.NaN;
  const waiting = exposed?.isSplit ? exposed.waitingNs : Number.NaN;
  const cells = [computingNs, notOverlappedNs, moving, waiting, freeNs].map((ns) =>
    Number.isNaN(ns) ? '' : (ns / stepCount / 1e6).toFixed(3),
  );
  return `| ${rank} | ${cells.join(' | ')} |`;
}

function findingLines(own: Finding, text: (own: Sentence) => string): string[] {
  const lost = `${(own.lostNsPerStep / 1e6).toFixed(3)} ms (${(100 * own.shareOfStep).toFixed(1)} %)`;
  return [
    '',
    `## ${own.rule} · ${text(own.title)}`,
    '',
    `${own.class}, ${lost}, confidence ${own.confidence}`,
    '',
    text(own.cause),
    '',
    ...own.effects.map((effect) => `- Effect: ${text(effect)}`),
    ...own.advice.map((advice) => `- ${text(advice)}`),
    `- Gain at most: ${text(own.gain.formula)}`,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}
