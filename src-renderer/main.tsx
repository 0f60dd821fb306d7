import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App } from './app/App';
import { createAppController } from './app/appController';
import { AppServicesContext } from './app/appServices';
import { ConnectingScreen, UnreachableScreen } from './app/ConnectionScreens';
import { CommandRegistryContext, createCommandRegistry } from './app/commands';
import { createI18n, htmlLanguage } from './app/i18n/i18n';
import { storageIfAllowed } from './app/keptValue';
import { createSettings, resolveLanguage } from './app/settings';
import { applyTheme, resolveTheme } from './app/theme/applyTheme';
import './app/theme/styles';
import { connectEngine } from './engine/connect';
import { WINDOW_ROOT_ID } from './ui/Dialog';

async function start(): Promise<void> {
  const container = document.getElementById(WINDOW_ROOT_ID);
  if (!container) throw new Error(`index.html has no element #${WINDOW_ROOT_ID}`);
  const settings = createSettings(storageIfAllowed());
  const language = resolveLanguage(settings.getState().language, navigator.languages);
  const i18n = createI18n(language);
  applyTheme(resolveTheme(settings.getState().theme));
  document.documentElement.lang = htmlLanguage(language);
  const root = createRoot(container);
  root.render(
    <I18nextProvider i18n={i18n}>
      <ConnectingScreen />
    </I18nextProvider>,
  );
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
        <UnreachableScreen error={error} />
      </I18nextProvider>,
    );
  }
}

void start();
