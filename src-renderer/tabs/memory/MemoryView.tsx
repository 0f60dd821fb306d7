import { MemoryStick } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankIndex, RankMemory } from '../../../src-contract';
import type { Answer } from '../../base/useLatestAnswer';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { EmptyState } from '../../ui/EmptyState';
import { Split, ViewFrame } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { chosenComponent } from './curveChoices';
import { movedPeak } from './instant';
import { MemoryChart } from './MemoryChart';
import { MemoryFactStrip } from './MemoryFactStrip';
import { MemoryNotes } from './MemoryNotes';
import { MemoryPages } from './MemoryPages';
import { MemoryToolbar } from './MemoryToolbar';
import { memoryStore, useMemoryState } from './memoryState';
import './memory.css';

/** Without a choice, this many ranks are compared. */
const COMPARED_RANKS = 8;

/** The Memory tab. */
export function MemoryView() {
  const { t } = useTranslation();
  useHandedRanks();
  const ranks = useRanks();
  const { facts, compared } = useFacts(ranks.shown, ranks.compared);
  return (
    <ViewFrame
      label={t('memory.title')}
      toolbar={<MemoryToolbar facts={facts.value?.[0]} rank={ranks.shown} compared={compared} />}
    >
      <MemoryContent facts={facts} others={ranks.others} />
    </ViewFrame>
  );
}

interface MemoryContentProps {
  /** The rank in front, then those compared with it. */
  readonly facts: Answer<readonly RankMemory[]>;
  /** Ranks worth comparing. */
  readonly others: readonly RankIndex[];
}

function MemoryContent({ facts, others }: MemoryContentProps) {
  const { t } = useTranslation();
  const state = useMemoryState();
  const own = facts.value?.[0];
  useMovedPeak(own);
  if (facts.error !== undefined) return <FailedAnswer answer={facts} />;
  if (!facts.value || !own) return <Reading text={t('memory.reading')} />;
  const component = chosenComponent(own, state.component);
  const pages = <MemoryPages facts={own} component={component} others={others} />;
  // There is nothing to draw over time, but along the order of execution.
  if (!component && own.hasExecution) return pages;
  return (
    <Split
      storageKey="memory"
      direction="vertical"
      handleLabel={t('memory.resize')}
      areas={[
        {
          id: 'curves',
          defaultSize: '48%',
          minSize: '150px',
          content: (
            <div className="memory-curves">
              <MemoryNotes facts={own} compared={facts.value} />
              {component && <MemoryFactStrip facts={own} component={component} />}
              {component ? (
                <MemoryChart ranks={facts.value} component={component} isReading={facts.isAsking} />
              ) : (
                <EmptyState size="panel" icon={MemoryStick} title={t('memory.noCurves')} />
              )}
            </div>
          ),
        },
        {
          id: 'pages',
          minSize: '150px',
          content: pages,
        },
      ]}
    />
  );
}

/** An instant that was chosen as a peak stays at it. */
function useMovedPeak(facts: RankMemory | undefined): void {
  const session = useSession();
  useEffect(() => {
    const store = memoryStore(session);
    const moved = facts && movedPeak(store.getState(), facts.components);
    if (moved) store.setState(moved);
  }, [session, facts]);
}

/** The first rank that is known to have memory, else the first one: a trace's memory events are known once it is read. */
function useRanks(): {
  readonly shown: RankIndex | undefined;
  readonly compared: readonly RankIndex[];
  /** Those chosen for comparison, whether or not they are compared now. */
  readonly others: readonly RankIndex[];
} {
  const { rank, comparedRanks, mode } = useMemoryState();
  const first = useSessionState(({ dump }) => dump.ranks[0]?.index);
  const found = useAnswer('memory.found', {}).value;
  return useMemo(() => {
    const known = found && (found.length > 0 || first === undefined ? found : [first]);
    const others = comparedRanks ?? known?.slice(0, COMPARED_RANKS) ?? [];
    return { shown: rank ?? known?.[0], compared: mode === 'ranks' ? others : [], others };
  }, [rank, comparedRanks, mode, found, first]);
}

function useFacts(shown: RankIndex | undefined, compared: readonly RankIndex[]) {
  const question = useMemo(
    () => (shown === undefined ? undefined : { ranks: [shown, ...compared.filter((rank) => rank !== shown)] }),
    [shown, compared],
  );
  const facts = useAnswer('memory.ranks', question);
  return { facts, compared };
}

/** Ranks that another view has handed over. */
function useHandedRanks(): void {
  const session = useSession();
  const handed = useSessionState(({ focusRanks }) => focusRanks);
  useEffect(() => {
    if (handed && handed.length > 0) {
      memoryStore(session).setState({ rank: handed[0], comparedRanks: handed });
    }
  }, [session, handed]);
}
