import { Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TrustNote } from '../../../src-contract';
import { useSentenceText } from '../../session/findings/useFindings';

/** What the numbers rest on, before any verdict. */
export function TrustNotes({ notes }: { readonly notes: readonly TrustNote[] }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  if (notes.length === 0) return null;
  return (
    <section className="findings-trust" aria-label={t('findings.trust')}>
      <h3 title={t('findings.trustHint')}>{t('findings.trust')}</h3>
      <ul>
        {notes.map(({ severity, sentence }) => {
          const Icon = severity === 'warning' ? TriangleAlert : Info;
          return (
            <li key={text(sentence)} className={`findings-trust-${severity}`}>
              <Icon size={13} aria-label={t(`severity.${severity}`)} />
              <span>{text(sentence)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
