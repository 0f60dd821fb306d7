/** Findings as text that one pastes elsewhere. Pure. */
import type { Finding, SentenceLanguage } from '../../../src-contract';
import { sentenceText } from '../../../src-contract/findings/sentence';

/** Markdown that reads as plain text as well. Names of the dump are escaped: they are text there too. */
export function findingMarkdown(finding: Finding, language: SentenceLanguage): string {
  const text = (own: Parameters<typeof sentenceText>[0]) => escaped(sentenceText(own, language));
  const { title, cause, advice, effects, gain } = finding;
  const colon = language === 'zh' ? '：' : ': ';
  return [
    `**${text(title)}**`,
    '',
    text(cause),
    '',
    ...effects.map((own) => `- ${text(own)}`),
    ...advice.map((own) => `- → ${text(own)}`),
    `- ≤ ${milliseconds(gain.nsPerStep)}${colon}${text(gain.formula)}`,
  ].join('\n');
}

export function findingsMarkdown(findings: readonly Finding[], language: SentenceLanguage): string {
  return findings.map((own, at) => `${at + 1}. ${findingMarkdown(own, language)}`).join('\n\n');
}

export function milliseconds(ns: number): string {
  return `${(ns / 1e6).toFixed(3)} ms`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}

export interface TextPart {
  readonly text: string;
  /** It is typed as it stands: a setting, an environment variable, a call. */
  readonly isCode: boolean;
}

/** "NAME=value", "call(argument=value)", "module.name = value", "--option", and names_with_underscores. */
const CODE =
  /(?:[A-Za-z_][\w.]*\([^()，。；]*\)|[A-Z][A-Z0-9_]{3,}=[\w:./]*\w|[a-z][\w.]*_[\w.]*(?: = \w+|=[\w.…]+)?|npu-smi(?: [\w-]+)+|cpupower(?: [\w-]+)+)/g;

export function codeParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(CODE)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isCode: false });
    parts.push({ text: match[0], isCode: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isCode: false });
  return parts;
}
