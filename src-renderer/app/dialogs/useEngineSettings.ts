import { useCallback, useEffect, useRef, useState } from 'react';
import type { EngineSettings, EngineUsage, SqlSetup } from '../../../src-contract';
import { useAppServices } from '../appServices';

/** How often what is taken up is asked for while it is in sight. */
const USAGE_EVERY_MS = 2_000;

export interface SettingsFailure {
  readonly of: 'read' | 'save' | 'clear';
  readonly error: unknown;
}

interface State {
  /** Undefined until the Engine has answered. */
  readonly settings: EngineSettings | undefined;
  readonly usage: EngineUsage | undefined;
  readonly sql: SqlSetup | undefined;
  /** What went wrong last, until the user's next change goes right. */
  readonly failure: SettingsFailure | undefined;
  /** What the last clearing freed; undefined: nothing has been cleared. */
  readonly freedBytes: number | undefined;
  readonly isClearing: boolean;
}

export interface EngineSettingsView extends State {
  change(change: Partial<EngineSettings>): void;
  clearCache(): void;
}

const nothing: State = {
  settings: undefined,
  usage: undefined,
  sql: undefined,
  failure: undefined,
  freedBytes: undefined,
  isClearing: false,
};

/** The Engine's settings and what it takes up, as long as somebody looks. */
export function useEngineSettings(): EngineSettingsView {
  const { controller } = useAppServices();
  const { engine } = controller.connection;
  const [state, setState] = useState(nothing);
  const isGone = useRef(false);
  const show = useCallback((part: Partial<State>) => {
    if (!isGone.current) setState((before) => ({ ...before, ...part }));
  }, []);
  const failed = useCallback(
    (of: SettingsFailure['of']) => (error: unknown) => {
      // A field saves when the dialog closes; what goes wrong then has only the window to be shown in.
      if (isGone.current) controller.reportError(error);
      else show({ failure: { of, error } });
    },
    [controller, show],
  );
  const refreshUsage = useCallback(
    () => engine.usage().then((usage) => show({ usage }), failed('read')),
    [engine, show, failed],
  );

  useEffect(() => {
    isGone.current = false;
    engine.settings().then((settings) => show({ settings }), failed('read'));
    engine.sqlSetup().then((sql) => show({ sql }), failed('read'));
    void refreshUsage();
    const timer = setInterval(() => void refreshUsage(), USAGE_EVERY_MS);
    return () => {
      isGone.current = true;
      clearInterval(timer);
    };
  }, [engine, show, failed, refreshUsage]);

  const change = (part: Partial<EngineSettings>) => {
    engine.changeSettings(part).then((settings) => {
      show({ settings, failure: undefined });
      void refreshUsage();
    }, failed('save'));
  };
  const clearCache = () => {
    if (state.isClearing) return;
    show({ isClearing: true, freedBytes: undefined });
    engine
      .clearCache()
      .then((freedBytes) => show({ freedBytes, failure: undefined }), failed('clear'))
      .finally(() => {
        show({ isClearing: false });
        void refreshUsage();
      });
  };
  return { ...state, change, clearCache };
}
