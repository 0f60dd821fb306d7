import { SquareDashedMousePointer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';

/** A region is wanted, and none is selected. */
export function NoRegion({ controls }: { readonly controls: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="table-panel">
      <div className="panel-toolbar">{controls}</div>
      <EmptyState
        size="panel"
        icon={SquareDashedMousePointer}
        title={t('selection.noneTitle')}
        text={t('selection.noneText')}
      />
    </div>
  );
}
