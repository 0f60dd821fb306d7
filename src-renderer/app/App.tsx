import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionContext } from '../session/answers/useSession';
import { LiveContext } from '../tabs/live/live';
import { BrokenPart } from '../ui/BrokenPart';
import { CutGaps } from '../ui/CutGaps';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { ReadingProgressContext } from '../ui/readingProgress';
import { TooltipProvider } from '../ui/Tooltip';
import { useAppServices } from './appServices';
import { ConnectionBanner } from './ConnectionBanner';
import { ClockDialog } from './clock/ClockDialog';
import { ArrangementsDialog } from './dialogs/ArrangementsDialog';
import { CommandPalette } from './dialogs/CommandPalette';
import { FilesDialog } from './dialogs/FilesDialog';
import { KeyList } from './dialogs/KeyList';
import { SettingsDialog } from './dialogs/SettingsDialog';
import { CollectiveDialog } from './goTo/CollectiveDialog';
import { GoToDialog } from './goTo/GoToDialog';
import { LanguageSync } from './i18n/LanguageSync';
import { MacKeys } from './MacKeys';
import { ReadingDialog } from './reading/ReadingDialog';
import { RecipeDialog } from './recipe/RecipeDialog';
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

const LIVE_AFTER_MS = 1_500;

/** The window: title bar, one screen, status bar; dialogs and messages above. */
export function App() {
  const { controller } = useAppServices();
  return (
    <ThemeProvider>
      <WindowItself />
      <LiveContext value={controller.live}>
        <LanguageSync />
        <TooltipProvider>
          <MacKeys>
            <CutGaps>
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
            </CutGaps>
          </MacKeys>
        </TooltipProvider>
      </LiveContext>
    </ThemeProvider>
  );
}

/**
 * What the window does beside what it shows. A part of its own, so that a command that is registered, or another screen, has
 * not all of the window rendered again.
 */
function WindowItself() {
  const { commands, controller, settings } = useAppServices();
  useEffect(() => registerWindowCommands(commands, controller, settings), [commands, controller, settings]);
  useEffect(() => controller.connection.services.onMenuCommand?.((id) => commands.run(id)), [commands, controller]);
  useNativeLook();
  useKeyHandler();
  usePointerFocus();
  useWindowTitle();
  useEffect(() => {
    // Once the window stands: what it is opened for comes first.
    const timer = setTimeout(() => controller.live.begin(), LIVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [controller]);
  return null;
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

const LiveScreen = lazy(async () => ({ default: (await import('../tabs/live/LiveView')).LiveView }));

function CurrentScreen() {
  const { t } = useTranslation();
  // A store's change is drawn in one piece; put off, it is drawn in short ones, between which the window answers.
  const screen = useDeferredValue(useApp((state) => state.screen));
  const { controller } = useAppServices();
  switch (screen.kind) {
    case 'welcome':
      return <WelcomePage />;
    case 'live':
      return (
        <main className="live-screen">
          <h1 className="visually-hidden">{t('live.title')}</h1>
          <Suspense fallback={null}>
            <LiveScreen onClose={() => controller.closeDump()} />
          </Suspense>
        </main>
      );
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
    case 'goTo':
      return <GoToDialog />;
    case 'collective':
      return <CollectiveDialog />;
    case 'clock':
      return <ClockDialog />;
    case 'folders':
    case 'foldersToAdd':
    case 'foldersToCompare':
      return <FolderDialog how={dialog} />;
    case 'recipe':
      return <RecipeDialog />;
    case 'arrangements':
      return <ArrangementsDialog />;
    case 'files':
      return <FilesDialog />;
    case 'reading':
      return <ReadingDialog />;
    case 'settings':
      return <SettingsDialog />;
    case undefined:
      return null;
  }
}
