import { type SentenceLanguage, sentenceText } from '../findings/sentence';
import type { NotReported } from './findings';

/** "Free share of the step: 4 % of 10 %, Rank 3"; of what is reported below its limit: "97 %, reported below 80 %". */
export function notReportedText(own: NotReported, language: SentenceLanguage): string {
  const { title, value, limit, rank, label, threshold } = own;
  if (threshold === 'retransmission.least') {
    const times = { title: sentenceText(title, language), value, limit };
    return sentenceText({ id: 'not-reported.time', values: times }, language);
  }
  const isPlain = /imbalance|count|calls|score/.test(threshold);
  const values = {
    title: sentenceText(title, language),
    value: isPlain ? value.toPrecision(3) : percent(value),
    limit: isPlain ? String(limit) : percent(limit),
  };
  const text = sentenceText({ id: isFloor(own) ? 'not-reported.floor' : 'not-reported', values }, language);
  if (rank === undefined) return text;
  const number = `Rank ${rank}`;
  // Between Chinese brackets none of Western form.
  const isBare = (label === undefined || label === number) && language !== 'zh';
  return isBare ? `${text} (${number})` : `${text} · ${label ?? number}`;
}

/** It is reported where the value is below the limit. */
export function isFloor({ threshold }: Pick<NotReported, 'threshold'>): boolean {
  return /share-of-(mean|reference)$/.test(threshold);
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
