import { PanelBottomClose } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useCommandRegistry } from '../../base/commands';
import { type PanelId, useShell, useShellState } from '../../session/shell';
import { BrokenPart } from '../../ui/BrokenPart';
import { IconButton } from '../../ui/Button';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { panels } from '.';

/** The panel below the tabs. All panels stay mounted, so that a search or a sorting survives a look at another. */
export function BottomPanel() {
  const { t } = useTranslation();
  const shell = useShell();
  const commands = useCommandRegistry();
  const current = useShellState((state) => state.panel);
  return (
    <Tabs.Root className="bottom-panel" value={current} onValueChange={(id) => shell.showPanel(id as PanelId)}>
      <div className="panel-bar">
        <Tabs.List className="panel-tabs" aria-label={t('panels.title')}>
          {panels.map(({ id, titleKey, icon: Icon }) => (
            <Tabs.Trigger key={id} value={id} className="tab">
              <Icon size={13} aria-hidden />
              {t(titleKey)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <IconButton
          label={t('command.togglePanel')}
          icon={PanelBottomClose}
          onClick={() => commands.run('view.togglePanel')}
        />
      </div>
      {panels.map(({ id, Component }) => (
        <Tabs.Content key={id} value={id} forceMount hidden={id !== current} className="panel-content" tabIndex={-1}>
          <ErrorBoundary fallback={(error, retry) => <BrokenPart error={error} retry={retry} />}>
            <Component />
          </ErrorBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
