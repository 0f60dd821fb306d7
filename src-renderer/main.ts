/**
 * How the window begins: its look at once, then its parts one after another. Each is a file of its own and evaluated in a
 * task of its own, so that the window answers in between; the host answers meanwhile, too.
 */
import { loadStrings } from './app/i18n/loadStrings';
import { createSettings, resolveLanguage } from './app/settings';
import { htmlLanguage } from './base/i18n/language';
import { storageIfAllowed } from './base/keptValue';
import { nextTask } from './base/nextTask';
import { applyTheme, resolveTheme } from './base/theme/applyTheme';
import { catchDrops } from './engine/dropCatcher';
import './app/styles';

async function start(): Promise<void> {
  const drops = catchDrops(window);
  const settings = createSettings(storageIfAllowed());
  const language = resolveLanguage(settings.getState().language, navigator.languages);
  // Before anything is painted: index.html has the browser wait for this script.
  applyTheme(resolveTheme(settings.getState().theme));
  document.documentElement.lang = htmlLanguage(language);
  const strings = loadStrings(language);
  await nextTask();
  const { connectEngine } = await import('./engine/connect');
  const connecting = connectEngine();
  // Whether it was refused is asked below, once there is something to say it with.
  connecting.catch(() => undefined);
  await nextTask();
  // `showWindow` imports them, too, and would have all of it evaluated at once.
  await import('react-dom/client');
  await nextTask();
  const { createI18n } = await import('./base/i18n/i18n');
  const i18n = createI18n(language, await strings);
  await nextTask();
  const { showWindow } = await import('./app/showWindow');
  await nextTask();
  await showWindow({ settings, i18n, connecting, drops });
}

start().catch((error: unknown) => {
  // A part could not be fetched: the host is gone, and with it all that could say so in the user's language.
  document.body.append(error instanceof Error ? error.message : String(error));
});
