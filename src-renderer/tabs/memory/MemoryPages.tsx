import { useTranslation } from 'react-i18next';
import type { MemoryComponent, RankIndex, RankMemory } from '../../../src-contract';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { Segmented } from '../../ui/controls/Segmented';
import { type MemoryPage, memoryStore, useMemoryState } from './memoryState';
import { AllocationsPage } from './pages/AllocationsPage';
import { DifferencePage } from './pages/DifferencePage';
import { ExecutionPage } from './pages/ExecutionPage';
import { GraphPage } from './pages/GraphPage';
import { LivePage } from './pages/LivePage';
import { ModulesPage } from './pages/ModulesPage';
import { StepsPage } from './pages/StepsPage';

interface MemoryPagesProps {
  readonly facts: RankMemory;
  readonly component: MemoryComponent | undefined;
  /** Ranks worth comparing. */
  readonly others: readonly RankIndex[];
}

export function MemoryPages({ facts, component, others }: MemoryPagesProps) {
  const { t } = useTranslation();
  const session = useSession();
  const state = useMemoryState();
  const isComparing = useSessionState(({ comparison }) => comparison !== undefined);
  const pages = pagesOf(facts, isComparing);
  const page = pages.includes(state.page) ? state.page : pages[0];
  return (
    <section className="memory-pages" aria-label={t('memory.pages')}>
      <div className="memory-page-bar">
        <Segmented
          label={t('memory.pages')}
          value={page ?? 'allocations'}
          options={pages.map((own) => ({
            value: own,
            label: t(`memory.page.${own}`),
            title: t(`memory.page.${own}Definition`),
          }))}
          onChange={(next) => memoryStore(session).setState({ page: next })}
        />
      </div>
      <div className="memory-page">
        {page === 'allocations' && <AllocationsPage facts={facts} component={component} />}
        {page === 'live' && component && <LivePage facts={facts} component={component} />}
        {page === 'steps' && component && <StepsPage facts={facts} component={component} others={others} />}
        {page === 'modules' && <ModulesPage facts={facts} />}
        {page === 'graph' && <GraphPage facts={facts} />}
        {page === 'difference' && <DifferencePage />}
        {page === 'execution' && <ExecutionPage rank={facts.rank} />}
      </div>
    </section>
  );
}

function pagesOf(facts: RankMemory, isComparing: boolean): readonly MemoryPage[] {
  const pages: MemoryPage[] = [];
  if (facts.allocations.count > 0) pages.push('allocations', 'live');
  if (facts.components.length > 0) pages.push('steps');
  if (facts.hasModules) pages.push('modules');
  if (facts.graphs.length > 0) pages.push('graph');
  if (facts.hasExecution) pages.push('execution');
  if (isComparing) pages.push('difference');
  return pages;
}
