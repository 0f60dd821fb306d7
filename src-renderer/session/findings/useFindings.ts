import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Finding, Sentence, SentenceLanguage } from '../../../src-contract';
import { sentenceText } from '../../../src-contract/findings/sentence';
import { withUnbroken } from '../../../src-report/unbroken';
import { useSession } from '../answers/useSession';
import { type Findings, type FindingsState, findingsOf } from './findings';
import { shownFindings } from './findingsModel';

export interface FindingsView extends FindingsState {
  readonly findings: Findings;
  /** Not muted, by time lost; undefined until there is a report. */
  readonly shown: readonly Finding[] | undefined;
}

export function useFindings(): FindingsView {
  const findings = findingsOf(useSession());
  const state = useStore(findings.store);
  const { report, muted } = state;
  const shown = useMemo(() => report && shownFindings(report, muted), [report, muted]);
  return { ...state, findings, shown };
}

export function useSentenceLanguage(): SentenceLanguage {
  const { i18n } = useTranslation();
  return i18n.language.startsWith('zh') ? 'zh' : 'en';
}

/** What a sentence of the analysis says in the window's language. */
export function useSentenceText(): (own: Sentence) => string {
  const language = useSentenceLanguage();
  return (own) => withUnbroken(sentenceText(own, language));
}
