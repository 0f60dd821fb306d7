import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { menuCommandIds } from '../../src-contract/wire/electronBridge';
import { acceleratorOf, type Command } from '../base/commands';
import { htmlLanguage, type Language } from '../base/i18n/language';
import { useAppServices } from './appServices';

/** Has the native menu and frame, where there are any, speak the window's language, show its keys and wear its theme. */
export function useNativeLook(): void {
  const { i18n } = useTranslation();
  const { commands, controller, settings } = useAppServices();
  const theme = useStore(settings, (state) => state.theme);
  const language = htmlLanguage(i18n.language as Language);
  const registered = useStore(commands.store);
  useEffect(() => {
    controller.connection.services.setLook?.({ language, theme, keys: menuKeys(registered) });
  }, [controller, language, theme, registered]);
}

/** The first key of each command that the native menu has. */
export function menuKeys(commands: readonly Command[]): Readonly<Record<string, string>> {
  const inMenu: readonly string[] = menuCommandIds;
  return Object.fromEntries(
    commands.flatMap(({ id, keys }) => {
      const [chord] = keys;
      return chord !== undefined && inMenu.includes(id) ? [[id, acceleratorOf(chord)]] : [];
    }),
  );
}
