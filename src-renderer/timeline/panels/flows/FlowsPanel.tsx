import { Spline } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flowCategoriesOf } from '../../../session/dumpSummary';
import { useShellState } from '../../../session/shell';
import { useSessionState } from '../../../session/useSession';
import { Segmented } from '../../../ui/controls/Segmented';
import { EmptyState } from '../../../ui/EmptyState';
import { ArrowTable } from './ArrowTable';
import { CategoryList } from './CategoryList';
import { ChainList } from './ChainList';

type Part = 'categories' | 'chain' | 'table';

/** Arrows: which are drawn, where the selected slice comes from and what comes of it, and all there are. */
export function FlowsPanel() {
  const { t } = useTranslation();
  const isShown = useShellState(({ panel }) => panel === 'flows');
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const categories = useMemo(() => flowCategoriesOf({ ranks }), [ranks]);
  const [part, setPart] = useState<Part>('categories');
  if (categories.length === 0) {
    return <EmptyState size="panel" icon={Spline} title={t('flows.noneTitle')} text={t('flows.noneText')} />;
  }
  const choice = (
    <Segmented<Part>
      label={t('flowParts.label')}
      value={part}
      options={[
        { value: 'categories', label: t('flowParts.categories') },
        { value: 'chain', label: t('flowParts.chain') },
        { value: 'table', label: t('flowParts.table') },
      ]}
      onChange={setPart}
    />
  );
  return (
    <div className="table-panel">
      {part === 'table' ? (
        isShown && <ArrowTable categories={categories} controls={choice} />
      ) : (
        <>
          <div className="panel-toolbar">{choice}</div>
          {part === 'chain' ? <ChainList isShown={isShown} /> : <CategoryList />}
        </>
      )}
    </div>
  );
}
