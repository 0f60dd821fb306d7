import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App } from './app/App';
import { createAppController } from './app/appController';
import { AppServicesContext } from './app/appServices';
import { ConnectionFailed } from './app/ConnectionFailed';
import { CommandRegistryContext, createCommandRegistry } from './app/commands';
import { createI18n } from './app/i18n/i18n';
import { createSettings, resolveLanguage } from './app/settings';
import './app/theme/styles';
import { connectEngine } from './engine/connect';
import { WINDOW_ROOT_ID } from './ui/Dialog';

async function start(): Promise<void> {
  const container = document.getElementById(WINDOW_ROOT_ID);
  if (!container) throw new Error(`index.html has no element #${WINDOW_ROOT_ID}`);
  const settings = createSettings(availableStorage());
  const i18n = createI18n(resolveLanguage(settings.getState().language, navigator.languages));
  const root = createRoot(container);
  try {
    const controller = createAppController(await connectEngine());
    const commands = createCommandRegistry();
    window.addEventListener('unhandledrejection', (event) => controller.reportError(event.reason));
    window.addEventListener('pagehide', (event) => {
      if (!event.persisted) controller.dispose();
    });
    root.render(
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <AppServicesContext value={{ controller, settings, commands }}>
            <CommandRegistryContext value={commands}>
              <App />
            </CommandRegistryContext>
          </AppServicesContext>
        </I18nextProvider>
      </StrictMode>,
    );
    await controller.start();
  } catch (error) {
    root.render(
      <I18nextProvider i18n={i18n}>
        <ConnectionFailed error={error} />
      </I18nextProvider>,
    );
  }
}

/** Reading `localStorage` throws where the browser forbids storage. */
function availableStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

void start();
