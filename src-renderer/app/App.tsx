import { Unplug } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { SessionContext } from '../session/useSession';
import { BrokenPart } from '../ui/BrokenPart';
import { Button } from '../ui/Button';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { ReadingProgressContext } from '../ui/readingProgress';
import { TooltipProvider } from '../ui/Tooltip';
import { useAppServices } from './appServices';
import { ClockDialog } from './clock/ClockDialog';
import { CommandPalette } from './dialogs/CommandPalette';
import { KeyList } from './dialogs/KeyList';
import { SettingsDialog } from './dialogs/SettingsDialog';
import { LanguageSync } from './i18n/LanguageSync';
import { ReadingDialog } from './reading/ReadingDialog';
import { DumpScreen, OpeningScreen } from './shell/DumpScreen';
import { StatusBar } from './shell/StatusBar';
import { TitleBar } from './shell/TitleBar';
import { Toasts } from './shell/Toasts';
import { ThemeProvider } from './ThemeProvider';
import { useApp } from './useApp';
import { useKeyHandler } from './useKeyHandler';
import { useNativeLook } from './useNativeLook';
import { usePointerFocus } from './usePointerFocus';
import { DropTarget } from './welcome/DropTarget';
import { FolderDialog } from './welcome/folders/FolderDialog';
import { OpeningCard } from './welcome/OpeningCard';
import { UploadCard } from './welcome/UploadCard';
import { WelcomePage } from './welcome/WelcomePage';
import { registerWindowCommands } from './windowCommands';

/** The window: title bar, one screen, status bar; dialogs and messages above. */
export function App() {
  const { commands, controller, settings } = useAppServices();
  useEffect(() => registerWindowCommands(commands, controller, settings), [commands, controller, settings]);
  useEffect(() => controller.connection.services.onMenuCommand?.((id) => commands.run(id)), [commands, controller]);
  useNativeLook();
  useKeyHandler();
  usePointerFocus();
  useWindowTitle();
  return (
    <ThemeProvider>
      <LanguageSync />
      <TooltipProvider>
        <ErrorBoundary fallback={(error, retry) => <BrokenPart error={error} retry={retry} />}>
          <DropTarget>
            <TitleBar />
            <ConnectionBanner />
            <div className="screen">
              <CurrentScreen />
            </div>
            <StatusBar />
          </DropTarget>
          <UploadCard />
          <OpeningCard />
          <Dialogs />
        </ErrorBoundary>
        <Toasts />
      </TooltipProvider>
    </ThemeProvider>
  );
}

/** The dump's name first: it is what tells windows apart in the task bar. */
function useWindowTitle(): void {
  const screen = useApp((state) => state.screen);
  const session = screen.kind === 'dump' ? screen.session : undefined;
  useEffect(() => {
    const show = () => {
      const title = session?.store.getState().dump.title;
      document.title = title ? `${title} — Tracelane` : 'Tracelane';
    };
    show();
    return session?.calmStore.subscribe(show);
  }, [session]);
}

function CurrentScreen() {
  // A store's change is drawn in one piece; put off, it is drawn in short ones, between which the window answers.
  const screen = useDeferredValue(useApp((state) => state.screen));
  switch (screen.kind) {
    case 'welcome':
      return <WelcomePage />;
    case 'opening':
      return <OpeningScreen what={screen.what} />;
    case 'dump':
      // Another dump starts from nothing: no state of a view outlives its dump.
      return (
        <SessionContext key={screen.session.dumpId} value={screen.session}>
          <ReadingProgressContext value={screen.session.questions.progress}>
            <DumpScreen />
          </ReadingProgressContext>
        </SessionContext>
      );
  }
}

function Dialogs() {
  const dialog = useApp((state) => state.dialog);
  switch (dialog) {
    case 'palette':
      return <CommandPalette />;
    case 'keys':
      return <KeyList />;
    case 'clock':
      return <ClockDialog />;
    case 'folders':
    case 'foldersToAdd':
    case 'foldersToCompare':
      return <FolderDialog how={dialog} />;
    case 'reading':
      return <ReadingDialog />;
    case 'settings':
      return <SettingsDialog />;
    case undefined:
      return null;
  }
}

/** The Engine cannot be reached: for a moment, or for good. */
function ConnectionBanner() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const status = useStore(controller.connection.status, (state) => state.status);
  if (status === 'connected') return null;
  return (
    <div className={`banner banner-${status}`} role="alert">
      <Unplug size={15} aria-hidden />
      <span>{t(`banner.${status}`)}</span>
      {status === 'closed' && <Button onClick={() => window.location.reload()}>{t('banner.reload')}</Button>}
    </div>
  );
}
