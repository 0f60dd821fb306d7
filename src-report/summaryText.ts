/** What a job that was made of summaries is made of, for a terminal. */
import { ranksText, type SentenceLanguage } from '../src-contract/findings/sentence';

export type WhyLeftOut = 'not-a-summary' | 'damaged' | 'other-version' | 'unreadable' | 'other-job' | 'same-rank';

export interface JobParts {
  readonly ranks: readonly number[];
  readonly missing: readonly number[];
  readonly leftOut: readonly {
    readonly file: string;
    readonly rank?: number;
    readonly why: WhyLeftOut;
    readonly detail: string;
  }[];
}

interface Words {
  readonly whole: (count: number) => string;
  readonly part: (count: number, total: number) => string;
  readonly missing: (ranks: string) => string;
  readonly leftOut: (file: string, rank: number | undefined, why: string) => string;
  readonly why: Readonly<Record<WhyLeftOut, (detail: string) => string>>;
}

const words: Readonly<Record<SentenceLanguage, Words>> = {
  en: {
    whole: (count) => (count === 1 ? 'Summary of one rank.' : `Summaries of ${count} ranks.`),
    part: (count, total) => `Summaries of ${count} of the job’s ${total} ranks.`,
    missing: (ranks) => `Missing: ${ranks}`,
    leftOut: (file, rank, why) => `Left out: ${file}${rank === undefined ? '' : `, rank ${rank}`}: ${why}`,
    why: {
      'not-a-summary': (detail) => `no summary of ranks (${detail})`,
      damaged: (detail) => `damaged or cut off (${detail})`,
      'other-version': (detail) => `written by another version of Tracelane (format ${detail})`,
      unreadable: (detail) => `can’t be read (${detail})`,
      'other-job': (detail) => `of another job (${detail})`,
      'same-rank': (detail) => `${detail} has the same rank`,
    },
  },
  zh: {
    whole: (count) => `${count} 个 rank 的摘要。`,
    part: (count, total) => `作业共 ${total} 个 rank，其中 ${count} 个有摘要。`,
    missing: (ranks) => `缺少：${ranks}`,
    leftOut: (file, rank, why) => `未采用：${file}${rank === undefined ? '' : `，rank ${rank}`}：${why}`,
    why: {
      'not-a-summary': (detail) => `不是 rank 摘要（${detail}）`,
      damaged: (detail) => `已损坏或不完整（${detail}）`,
      'other-version': (detail) => `由其他版本的 Tracelane 写出（格式 ${detail}）`,
      unreadable: (detail) => `无法读取（${detail}）`,
      'other-job': (detail) => `属于另一个作业（${detail}）`,
      'same-rank': (detail) => `${detail} 是同一个 rank`,
    },
  },
};

/** Names of files stand in the lines as they are: print them through `terminalLine`. */
export function jobPartsLines({ ranks, missing, leftOut }: JobParts, language: SentenceLanguage): readonly string[] {
  const own = words[language];
  return [
    missing.length === 0 ? own.whole(ranks.length) : own.part(ranks.length, ranks.length + missing.length),
    ...(missing.length === 0 ? [] : [own.missing(ranksText(missing, language))]),
    ...leftOutLines(leftOut, language),
  ];
}

export function leftOutLines(leftOut: JobParts['leftOut'], language: SentenceLanguage): readonly string[] {
  const own = words[language];
  return leftOut.map(({ file, rank, why, detail }) => own.leftOut(file, rank, own.why[why](detail)));
}
