import { type SentenceLanguage, sentenceText } from '../findings/sentence';
import type { NotReported } from './findings';

/** "Free share of the step: 4 % of 10 %, Rank 3"; of what is reported below its limit: "97 %, reported below 80 %". */
export function notReportedText(own: NotReported, language: SentenceLanguage): string {
  const { title, value, limit, rank, threshold } = own;
  if (threshold === 'retransmission.least') {
    const times = { title: sentenceText(title, language), value, limit };
    return sentenceText({ id: 'not-reported.time', values: times }, language);
  }
  const isPlain = /imbalance|count|calls/.test(threshold);
  const values = {
    title: sentenceText(title, language),
    value: isPlain ? value.toPrecision(3) : percent(value),
    limit: isPlain ? String(limit) : percent(limit),
  };
  const isFloor = /share-of-(mean|reference)$/.test(threshold);
  const text = sentenceText({ id: isFloor ? 'not-reported.floor' : 'not-reported', values }, language);
  return rank === undefined ? text : `${text} (Rank ${rank})`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
