import { Tabs } from 'radix-ui';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { DumpState, ViewSources } from '../../../src-worker/api';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { useAppServices } from '../appServices';
import type { DumpSession } from '../session';
import { tabs } from '../tabs';
import { useApp } from '../useApp';
import { useSession } from '../useSession';
import { BrokenPart } from './BrokenPart';

const tabIdsOf = (dump: DumpState, views: ViewSources | undefined) =>
  tabs.filter((tab) => tab.isAvailable(dump, views)).map(({ id }) => id);

/** The views of a dump, one tab each; only those that the data has something for. */
export function TabStrip({ session }: { readonly session: DumpSession }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const wanted = useApp((state) => state.tab);
  // As text, so that the strip is drawn again only when there is another tab.
  const availableIds = useSession(session, ({ dump, views }) => tabIdsOf(dump, views).join());
  const available = tabs.filter(({ id }) => availableIds.split(',').includes(id));
  useTabCommands(session, availableIds);
  const current = available.find((tab) => tab.id === wanted) ?? available[0];
  return (
    <Tabs.Root className="tabs" value={current?.id ?? ''} onValueChange={(id) => controller.showTab(id)}>
      <Tabs.List className="tab-list" aria-label={t('shell.views')}>
        {available.map(({ id, titleKey, icon: Icon }) => (
          <Tabs.Trigger key={id} value={id} className="tab">
            <Icon size={14} aria-hidden />
            {t(titleKey)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {available.map(({ id, Component }) => (
        <Tabs.Content key={id} value={id} className="tab-content" tabIndex={-1}>
          <ErrorBoundary fallback={(error, retry) => <BrokenPart error={error} retry={retry} />}>
            <Suspense fallback={null}>
              <Component session={session} />
            </Suspense>
          </ErrorBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function useTabCommands(session: DumpSession, availableIds: string): void {
  const { controller, commands } = useAppServices();
  useEffect(() => {
    const ids = availableIds.split(',');
    const own = tabs.filter(({ id }) => ids.includes(id)).flatMap((tab) => tab.commands?.(session, controller) ?? []);
    return commands.register(...own);
  }, [session, controller, commands, availableIds]);
}
