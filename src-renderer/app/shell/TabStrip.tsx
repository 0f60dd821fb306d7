import { Tabs } from 'radix-ui';
import { Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { ComparisonChip } from '../../compare/ComparisonChip';
import { useMatch } from '../../compare/useMatch';
import { isAligned } from '../../session/alignment';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { findingCounts } from '../../session/findings/findingsModel';
import { useFindings } from '../../session/findings/useFindings';
import { BrokenPart } from '../../ui/BrokenPart';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { type TableMemory, TableMemoryContext } from '../../ui/table/tableMemory';
import { useAppServices } from '../appServices';
import { alignOnStep, canAlign, endAlignment, endComparison } from '../compare/align';
import { ReadingBanner } from '../reading/ReadingBanner';
import { showComparison } from '../showComparison';
import { useShownViews } from '../shownView';
import { views } from '../views';
import { NotRecorded } from './NotRecorded';

/** The views of a dump, one tab each; only those that the data has something for. */
export function TabStrip() {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const { available, current } = useShownViews();
  const counts = useFindingCounts();
  const countText = (count: number | undefined) =>
    count === undefined ? undefined : t('shell.findingCount', { count, n: formatCount(count) });
  const align = useAlignment();
  useMatch();
  useTabCommands(available.map(({ id }) => id).join());
  return (
    <Tabs.Root className="tabs" value={current?.id ?? ''} onValueChange={(id) => controller.showTab(id)}>
      <div className="tab-bar">
        <Tabs.List className="tab-list" aria-label={t('shell.views')}>
          {available.map(({ id, titleKey, icon: Icon }) => (
            <Tabs.Trigger key={id} value={id} className="tab" aria-description={countText(counts.get(id))}>
              <Icon size={14} aria-hidden />
              {t(titleKey)}
              {counts.has(id) && (
                <span className="badge badge-accent" title={countText(counts.get(id))} aria-hidden>
                  {formatCount(counts.get(id) ?? 0)}
                </span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div className="tab-bar-end">
          <ComparisonChip
            onOpen={() => showComparison(session, controller)}
            onEnd={() => void endComparison(session).catch(controller.reportError)}
            align={align}
          />
          <NotRecorded />
        </div>
      </div>
      {current !== undefined && current.id !== 'timeline' && <ReadingBanner />}
      <TableMemoryContext value={session.viewState('tables', (): TableMemory => new Map())}>
        {available.map(({ id, Component }) => (
          <Tabs.Content key={id} value={id} className="tab-content" tabIndex={-1}>
            <ErrorBoundary fallback={(error, retry) => <BrokenPart error={error} retry={retry} />}>
              <Suspense fallback={null}>
                <Component />
              </Suspense>
            </ErrorBoundary>
          </Tabs.Content>
        ))}
      </TableMemoryContext>
    </Tabs.Root>
  );
}

/** How many findings each view is about, while the dump is open. */
function useFindingCounts(): ReadonlyMap<string, number> {
  const { findings, shown } = useFindings();
  useEffect(() => findings.follow(), [findings]);
  return useMemo(() => findingCounts(shown ?? []), [shown]);
}

/** A and B one above the other, while they can be. */
function useAlignment() {
  const session = useSession();
  const { controller } = useAppServices();
  const mayAlign = useSessionState(canAlign);
  const aligned = useSessionState(({ dump }) => isAligned(dump));
  if (!mayAlign) return undefined;
  const act = () => (aligned ? endAlignment(session) : alignOnStep(session, controller));
  return { isAligned: aligned, toggle: () => void act().catch(controller.reportError) };
}

function useTabCommands(availableIds: string): void {
  const session = useSession();
  const { controller, commands } = useAppServices();
  useEffect(() => {
    const ids = availableIds.split(',');
    const own = views
      .filter(({ id }) => ids.includes(id))
      .flatMap((view) => view.commands?.(session, controller) ?? []);
    return commands.register(...own);
  }, [session, controller, commands, availableIds]);
}
