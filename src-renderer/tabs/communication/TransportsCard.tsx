import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatBoth, formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { IconButton } from '../../ui/Button';
import { Card } from '../../ui/layout/Card';
import { FactList } from '../../ui/layout/FactList';
import type { PageProps } from './pageProps';
import { ReferenceDialog } from './ReferenceDialog';
import { useReferences } from './references';

/** How fast each transport was, against what it should reach. */
export function TransportsCard({ store }: PageProps) {
  const { t } = useTranslation();
  const { scope } = useStore(store);
  const { references } = useReferences();
  const totals = useAnswer('communication.transports', scope);
  const [isEditing, setEditing] = useState(false);
  if (totals.error !== undefined) return <FailedAnswer answer={totals} />;
  const facts = (totals.value ?? []).map(({ transport, sizeBytes, bandwidthGBps }) => {
    const reference = references?.[transport];
    const share =
      reference === undefined || Number.isNaN(bandwidthGBps)
        ? undefined
        : t('communication.transports.share', {
            share: ((100 * bandwidthGBps) / reference).toFixed(0),
            reference: `${reference}\u202fGB/s`,
          });
    const bandwidth = formatUnit(bandwidthGBps, 'GB/s') || '—';
    return {
      label: transport || '—',
      value: (
        <>
          <span className="unbroken">{bandwidth}</span>
          {share !== undefined && <span className="fact-more">{share}</span>}
        </>
      ),
      exact: t('communication.transports.exact', { size: formatBoth(sizeBytes, 'traffic') }),
    };
  });
  return (
    <Card
      title={t('communication.transports.title')}
      definition={t('communication.transports.definition')}
      isReading={totals.value === undefined}
      tools={
        <IconButton
          icon={SlidersHorizontal}
          label={t('communication.reference.title')}
          onClick={() => setEditing(true)}
        />
      }
    >
      {totals.value?.length === 0 && <p className="communication-none">{t('communication.transports.none')}</p>}
      {facts.length > 0 && <FactList facts={facts} />}
      {isEditing && <ReferenceDialog onClose={() => setEditing(false)} />}
    </Card>
  );
}
