import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { firstFindings } from '../../../src-report/reportModel';
import { formatCount } from '../../base/format';
import { useFindings, useSentenceText } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import type { SummaryStore } from './summaryStore';

/** The first sentences of the findings, by time lost, above all charts; each leads to its finding. */
export function FirstFindings({ store }: { readonly store: SummaryStore }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const shell = useShell();
  const { findings, shown } = useFindings();
  const isOpen = useStore(store, ({ areFindingsShown }) => areFindingsShown);
  if (!shown) return null;
  const first = firstFindings(shown);
  const show = (id: string) => {
    findings.show(id);
    shell.showTab('findings');
  };
  return (
    <section className="first-findings" aria-label={t('summary.first.title')}>
      {isOpen && first.length > 0 && (
        <ol>
          {first.map((own) => (
            <li key={own.id}>
              <button type="button" className="link-button" onClick={() => show(own.id)}>
                {text(own.title)}
              </button>
            </li>
          ))}
        </ol>
      )}
      {first.length === 0 && <p className="summary-muted">{t('summary.first.none')}</p>}
      <div className="first-findings-actions">
        {first.length > 0 && (
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => store.setState({ areFindingsShown: !isOpen })}>
            {isOpen ? t('summary.first.hide') : t('summary.first.show', { count: first.length })}
          </Button>
        )}
        <Button variant="quiet" onClick={() => shell.showTab('findings')}>
          {shown.length > first.length
            ? t('summary.first.all', { n: formatCount(shown.length) })
            : t('summary.first.open')}
        </Button>
      </div>
    </section>
  );
}
