import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { firstFindings } from '../../../src-report/reportModel';
import { formatCount } from '../../base/format';
import { useFindings, useSentenceText } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { useShownJob } from '../../session/shownJob';
import { Button } from '../../ui/Button';
import type { SummaryStore } from './summaryStore';

/** The first sentences of the findings, by time lost, above all charts; each leads to its finding. */
export function FirstFindings({ store }: { readonly store: SummaryStore }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const shell = useShell();
  const { findings, shown: all, error } = useFindings();
  const job = useShownJob().shown?.key;
  // What is about ranks of several jobs is about this one, too.
  const shown = all?.filter((own) => job === undefined || own.job === undefined || own.job === job);
  const isOpen = useStore(store, ({ areFindingsShown }) => areFindingsShown);
  // What comes later would move the table below under the pointer of who is about to click there.
  if (!shown) return error === undefined && isOpen ? <RoomForFindings /> : null;
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
            ? t('summary.first.all', { count: shown.length, n: formatCount(shown.length) })
            : t('summary.first.open')}
        </Button>
      </div>
    </section>
  );
}

function RoomForFindings() {
  const { t } = useTranslation();
  return (
    <section className="first-findings is-awaited" aria-label={t('summary.first.title')} aria-busy>
      <p className="summary-muted">{t('summary.first.reading')}</p>
    </section>
  );
}
