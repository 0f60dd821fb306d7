import type { Finding } from '../src-contract';
import { type SentenceLanguage, sentenceText } from '../src-contract/findings/sentence';
import { msText } from './numbers';

/** What a finding gains at most, and how that is worked out: "40.722 ms = its computing less …"; where there is no number, why. */
export function gainText({ gain }: Pick<Finding, 'gain'>, language: SentenceLanguage): string {
  const formula = sentenceText(gain.formula, language);
  return gain.nsPerStep > 0 ? `${msText(gain.nsPerStep)} ms = ${formula}` : formula;
}
