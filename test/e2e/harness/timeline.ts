/**
 * A page with nothing but the timeline over a made-up dump. Address: `slices`, `ranks`, `theme`, `lang`, `flows`, and what
 * the timeline itself reads (`backend`, `measure`).
 */
import { wrap } from 'comlink';
import i18next from 'i18next';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import type { Engine } from '../../../src-contract';
import { parseSearch, plainSearch } from '../../../src-contract/search/parseSearch';
import '../../../src-renderer/base/theme/base.css';
import { themes } from '../../../src-renderer/base/theme/themes';
import { cssVariables } from '../../../src-renderer/base/theme/tokens';
import { ThemeContext } from '../../../src-renderer/base/theme/useTheme';
import { SessionContext } from '../../../src-renderer/session/answers/useSession';
import { createSession } from '../../../src-renderer/session/createSession';
import type { OtherSlices } from '../../../src-renderer/session/remembered';
import { searchOf } from '../../../src-renderer/session/search/search';
import type { DumpSession } from '../../../src-renderer/session/session';
import { strings as timelineEn } from '../../../src-renderer/timeline/stringsEn';
import { strings as timelineZh } from '../../../src-renderer/timeline/stringsZh';
import { Timeline } from '../../../src-renderer/timeline/Timeline';
import type { EngineWorker } from './engineWorker';

declare global {
  interface Window {
    testSession?: DumpSession;
    /** As if something had been found. */
    testSearch?: (others: OtherSlices) => void;
    /** Takes the timeline out of the page. */
    unmountTimeline?: () => void;
  }
}

const address = new URLSearchParams(window.location.search);
const themeName = address.get('theme') === 'dark' ? 'dark' : 'light';
for (const [property, value] of cssVariables(themeName)) document.documentElement.style.setProperty(property, value);

const worker = wrap<EngineWorker>(new Worker(new URL('./engineWorker.ts', import.meta.url), { type: 'module' }));
const state = await worker.start({
  rankCount: Number(address.get('ranks') ?? 2),
  sliceCount: Number(address.get('slices') ?? 20_000),
  durationNs: 2_000_000_000,
  seed: 7,
});
const engine = new Proxy({} as Engine, {
  get:
    (_, method) =>
    (...args: unknown[]) =>
      method === 'ask'
        ? worker.picture(args[2] as Parameters<EngineWorker['picture']>[0], state.id)
        : worker.ask(method as Parameters<EngineWorker['ask']>[0], args),
});
const session = createSession({
  engine,
  dump: state,
  onError: (error) => {
    throw error;
  },
});
if (address.has('flows')) session.actions.toggleFlowCategory('async_npu');
window.testSession = session;
window.testSearch = (others) => {
  const { search } = parseSearch('anything', plainSearch);
  if (search) searchOf(session).store.setState({ others, found: { search, version: others } });
};

const i18n = i18next.createInstance();
await i18n.use(initReactI18next).init({
  lng: address.get('lang') ?? 'en',
  resources: { en: { translation: timelineEn }, zh: { translation: timelineZh } },
  interpolation: { escapeValue: false },
});

const container = document.getElementById('root');
if (container === null) throw new Error('the page has no #root');
const root = createRoot(container);
root.render(
  createElement(
    I18nextProvider,
    { i18n },
    createElement(
      ThemeContext.Provider,
      { value: themes[themeName] },
      createElement(SessionContext.Provider, { value: session }, createElement(Timeline)),
    ),
  ),
);
window.unmountTimeline = () => root.unmount();
