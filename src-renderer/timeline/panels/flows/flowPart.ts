import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DumpSession } from '../../../session/session';

/** What the Flows panel shows: which categories are drawn, the chain of the selected slice, or all arrows of a category. */
export const FLOW_PARTS = ['categories', 'chain', 'table'] as const;
export type FlowPart = (typeof FLOW_PARTS)[number];

export interface FlowPartState {
  readonly part: FlowPart;
}

/** The same for all who ask for it, as long as the dump is open. */
export function flowPartOf(session: DumpSession): StoreApi<FlowPartState> {
  return session.viewState('flowPart', () => createStore<FlowPartState>()(() => ({ part: 'categories' })));
}
