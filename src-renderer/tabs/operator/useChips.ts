import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChipSettings, DeviceFacts, Engine, JobChips } from '../../../src-contract';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';

export interface Chips {
  readonly choice: ChipSettings;
  /** Undefined until the engine has answered. */
  readonly known: JobChips | undefined;
  /** Kept by the engine, for all dumps and windows. */
  readonly change: (choice: ChipSettings) => void;
}

/** The known devices, which of them this is, and what the user has chosen and corrected. */
export function useChips(device: DeviceFacts | undefined): Chips {
  const session = useSession();
  const store = session.viewState('chips', () => createChipSettings(session.engine));
  const known = useAnswer('job.chips', device ? { device } : {}).value;
  return {
    choice: useStore(store),
    known,
    change: (choice) => {
      store.setState(choice, true);
      // What could not be written holds until the window closes.
      session.engine.changeSettings({ chips: choice }).catch(() => undefined);
    },
  };
}

function createChipSettings(engine: Engine): StoreApi<ChipSettings> {
  const store = createStore<ChipSettings>()(() => ({ changed: {} }));
  engine.settings().then(
    ({ chips }) => chips && store.setState(chips, true),
    () => undefined,
  );
  return store;
}
