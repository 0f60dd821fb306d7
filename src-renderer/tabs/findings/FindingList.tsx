import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingsReport } from '../../../src-contract';
import { useSession } from '../../session/answers/useSession';
import { useFindings, useSentenceLanguage } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { copyText } from '../../ui/clipboard';
import { FindingRow } from './FindingRow';
import { type FindingAction, findingKey } from './findingKeys';
import { findingMarkdown } from './findingText';
import { showEvidence } from './showEvidence';

interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly report: FindingsReport;
}

/** By time lost. One row can be reached by Tab; arrows go on from there. */
export function FindingList({ findings: rows, report }: FindingListProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const language = useSentenceLanguage();
  const { findings, current, open } = useFindings();
  const list = useRef<HTMLOListElement>(null);
  const tabStop = rows.find(({ id }) => id === current)?.id ?? rows[0]?.id;
  const wasShown = useRef(false);

  const focus = (id: string) => {
    list.current?.querySelector<HTMLElement>(`[data-finding="${CSS.escape(id)}"]`)?.focus();
  };
  // Who comes back from the timeline, or by a sentence elsewhere, finds the finding where they left it.
  useEffect(() => {
    if (wasShown.current) return;
    wasShown.current = true;
    if (current === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-finding="${CSS.escape(current)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  });

  const act = (action: FindingAction) => {
    const own = rows.find(({ id }) => id === action.id);
    if (!own) return;
    switch (action.kind) {
      case 'focus':
        findings.store.setState({ current: own.id });
        focus(own.id);
        return;
      case 'toggle':
        findings.toggle(own.id);
        return;
      case 'evidence':
        showEvidence(session, shell, own).catch(shell.reportError);
        return;
      case 'copy':
        void copyText(findingMarkdown(own, language));
        return;
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    // Keys within the details are those of buttons and fields.
    if (!(event.target instanceof HTMLElement) || event.target.dataset.finding === undefined) return;
    const ids = rows.map(({ id }) => id);
    const action = findingKey(event, { ids, current: event.target.dataset.finding, open });
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  };
  const worst = rows[0]?.shareOfStep ?? 0;
  return (
    <ol ref={list} className="finding-list" aria-label={t('findings.list')} onKeyDown={onKeyDown}>
      {rows.map((own) => (
        <FindingRow
          key={own.id}
          finding={own}
          report={report}
          isOpen={open.has(own.id)}
          isTabStop={own.id === tabStop}
          relative={worst > 0 ? own.shareOfStep / worst : 0}
        />
      ))}
    </ol>
  );
}
