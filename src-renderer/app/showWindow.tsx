import type { i18n } from 'i18next';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import type { StoreApi } from 'zustand/vanilla';
import { CommandRegistryContext, createCommandRegistry } from '../base/commands';
import { TimeFormats, TimeFormatsContext } from '../base/timeFormats';
import type { EngineConnection } from '../engine/connection';
import type { catchDrops } from '../engine/dropCatcher';
import { ShellContext } from '../session/shell';
import { WINDOW_ROOT_ID } from '../ui/Dialog';
import { Gpu, GpuContext } from '../ui/lanes/backends/gpu';
import { App } from './App';
import { createAppController } from './appController';
import { AppServicesContext } from './appServices';
import { ConnectingScreen, UnreachableScreen } from './ConnectionScreens';
import { followAddress } from './followAddress';
import type { Settings } from './settings';
import { addressOf } from './viewAddress';

interface WindowParts {
  readonly settings: StoreApi<Settings>;
  readonly i18n: i18n;
  readonly connecting: Promise<EngineConnection>;
  readonly drops: ReturnType<typeof catchDrops>;
}

/** Connecting takes a few ms: a screen that flashes by would only unsettle. */
const CONNECTING_SHOWN_AFTER_MS = 400;

/** Puts the window into the document once the Engine answers, or says that it cannot be reached. */
export async function showWindow({ settings, i18n, connecting, drops }: WindowParts): Promise<void> {
  const container = document.getElementById(WINDOW_ROOT_ID);
  if (!container) throw new Error(`index.html has no element #${WINDOW_ROOT_ID}`);
  const root = createRoot(container);
  // As a transition: drawn in short pieces, between which the window answers.
  const show = (screen: ReactNode) => startTransition(() => root.render(screen));
  const showAlone = (screen: ReactNode) => show(<I18nextProvider i18n={i18n}>{screen}</I18nextProvider>);

  const timer = setTimeout(() => showAlone(<ConnectingScreen />), CONNECTING_SHOWN_AFTER_MS);
  try {
    const controller = createAppController(await connecting);
    const commands = createCommandRegistry();
    const gpu = new Gpu(document);
    const timeFormats = new TimeFormats();
    window.addEventListener('unhandledrejection', (event) => controller.reportError(event.reason));
    window.addEventListener('pagehide', (event) => {
      if (!event.persisted) controller.dispose();
    });
    await controller.start(addressOf(window.location.hash));
    followAddress(controller, window);
    // What was dropped meanwhile, in place of what the address asks for; and beside all that takes drops itself.
    drops.onDrop((dropped) => void controller.drop(dropped));
    clearTimeout(timer);
    show(
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <AppServicesContext value={{ controller, settings, commands }}>
            <ShellContext value={controller}>
              <CommandRegistryContext value={commands}>
                <GpuContext value={gpu}>
                  <TimeFormatsContext value={timeFormats}>
                    <App />
                  </TimeFormatsContext>
                </GpuContext>
              </CommandRegistryContext>
            </ShellContext>
          </AppServicesContext>
        </I18nextProvider>
      </StrictMode>,
    );
    gpu.probeWhenIdle();
    timeFormats.makeWhenIdle(window, i18n.language);
  } catch (error) {
    clearTimeout(timer);
    showAlone(<UnreachableScreen error={error} />);
  }
}
