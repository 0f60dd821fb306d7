/** What a transport reaches at best, as the user may change it: kept by the engine, for all dumps and windows. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Engine, ReferenceBandwidths } from '../../../src-contract';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';

export interface References {
  /** Undefined until the engine has answered. */
  readonly references: ReferenceBandwidths | undefined;
  readonly isChanged: boolean;
  readonly change: (transport: string, gbps: number) => void;
  readonly reset: () => void;
}

/** True for what may stand in the field, in GB/s. */
export function isBandwidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 100_000;
}

export function useReferences(): References {
  const session = useSession();
  const store = session.viewState('communication.references', () => createChanged(session.engine));
  const known = useAnswer('communication.references', {}).value;
  const changed = useStore(store);
  const references = useMemo(() => known && { ...known, ...changed }, [known, changed]);
  const keep = (next: ReferenceBandwidths) => {
    store.setState(next, true);
    // What could not be written holds until the window closes.
    session.engine.changeSettings({ references: next }).catch(() => undefined);
  };
  return {
    references,
    isChanged: Object.entries(changed).some(([transport, gbps]) => known?.[transport] !== gbps),
    change: (transport, gbps) => keep({ ...changed, [transport]: gbps }),
    reset: () => keep({}),
  };
}

function createChanged(engine: Engine): StoreApi<ReferenceBandwidths> {
  const store = createStore<ReferenceBandwidths>()(() => ({}));
  engine.settings().then(
    ({ references }) => references && store.setState(references, true),
    () => undefined,
  );
  return store;
}
