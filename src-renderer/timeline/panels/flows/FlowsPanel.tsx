import { Spline } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { flowCategoriesOf } from '../../../session/dumpSummary';
import { useShellState } from '../../../session/shell';
import { Segmented } from '../../../ui/controls/Segmented';
import { useKeptRadio } from '../../../ui/controls/useKeptRadio';
import { EmptyState } from '../../../ui/EmptyState';
import { ArrowTable } from './ArrowTable';
import { CategoryList } from './CategoryList';
import { ChainList } from './ChainList';
import { FLOW_PARTS, type FlowPart, flowPartOf } from './flowPart';

/** Arrows: which are drawn, where the selected slice comes from and what comes of it, and all there are. */
export function FlowsPanel() {
  const { t } = useTranslation();
  const isShown = useShellState(({ panel }) => panel === 'flows');
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const categories = useMemo(() => flowCategoriesOf({ ranks }), [ranks]);
  const shown = flowPartOf(useSession());
  const part = useStore(shown, (state) => state.part);
  const radio = useKeptRadio(part);
  if (categories.length === 0) {
    return <EmptyState size="panel" icon={Spline} title={t('flows.noneTitle')} text={t('flows.noneText')} />;
  }
  const choice = (
    <Segmented<FlowPart>
      name={radio.name}
      label={t('flowParts.label')}
      value={part}
      options={FLOW_PARTS.map((value) => ({ value, label: t(`flowParts.${value}`) }))}
      onChange={(wanted) => {
        radio.note();
        shown.setState({ part: wanted });
      }}
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
