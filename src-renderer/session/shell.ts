/** What a view may ask of the window around it: the links that lead out of a view. The window (`app/`) answers them. */
import { createContext, useContext } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { RecipeQuestion } from '../../src-report/recipe/choices';
import type { Sentence } from '../ui/notices/noticeOfError';
import type { OwnPresets } from './ownPresets';

/** Panels below the views. */
export const PANEL_IDS = [
  'slice',
  'selection',
  'find',
  'flows',
  'notices',
  'marks',
  'events',
  'statistics',
  'stacks',
] as const;
export type PanelId = (typeof PANEL_IDS)[number];

export interface ShellState {
  /** The view that is wanted in front, by its id. */
  readonly tab: string;
  readonly panel: PanelId;
}

export interface Shell {
  /** The user's own arrangements of lanes. */
  readonly lanePresets: StoreApi<OwnPresets>;
  readonly store: Pick<StoreApi<ShellState>, 'getState' | 'getInitialState' | 'subscribe'>;
  showTab(tab: string): void;
  showPanel(panel: PanelId): void;
  /** Goes to the timeline, and lists the slices whose name holds the text. */
  findInTimeline(text: string): void;
  /** The system's dialog where the host has one, else our open dialog. `isAdded`: to the open dump. */
  pick(kind: 'folder' | 'file', isAdded?: boolean): Promise<void>;
  /** Opens these in the place of what is open. */
  openPaths(paths: readonly string[]): Promise<void>;
  /** Opens these beside what is open: dumps of ranks that the open job is made of. */
  addPaths(paths: readonly string[]): Promise<void>;
  /** As `pick`; what is opened beside the dump is held against what is compared, or shown, of it. */
  compareWithAnother(): Promise<void>;
  /** Files, messages and skipped events of the dump, rank by rank. */
  showFiles(): void;
  /** Where the lanes' arrangement is saved under a name, and such are renamed and removed. */
  showArrangements(): void;
  /** How to take a profile, for a question where there is one. */
  showRecipe(question?: RecipeQuestion): void;
  /** Takes ranks out of the open dump, by `RankState.place`; adding them again brings them back. */
  removeRanks(places: readonly string[]): Promise<void>;
  /** Says why something that was asked for was not done, or otherwise, as a toast that goes away by itself. */
  say(sentence: Sentence): void;
  /** Shows an error, of whatever kind, as a toast. */
  reportError(error: unknown): void;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell outside of the window');
  return shell;
}

/** Part of the window's state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useShellState<T>(select: (state: ShellState) => T): T {
  return useStore(useShell().store, select);
}
