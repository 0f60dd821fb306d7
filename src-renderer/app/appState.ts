/** What the window shows, besides what the open dump is looked at like. */
import type { HostInfo, Notice, NoticeSeverity, RecentDump } from '../../src-contract';
import type { RecipeQuestion } from '../../src-report/recipe/choices';
import type { UploadProgress } from '../engine/connection';
import type { DumpSession } from '../session/session';
import type { ShellState } from '../session/shell';

export type Screen =
  | { readonly kind: 'welcome' }
  /** Between the wish to open something and the Engine's first word about it. */
  | { readonly kind: 'opening'; readonly what: Opening }
  | { readonly kind: 'dump'; readonly session: DumpSession }
  /** Jobs that run, without a dump. */
  | { readonly kind: 'live' };

/** The demo has to be generated the first time. */
export type Opening = { readonly kind: 'paths'; readonly title: string } | { readonly kind: 'demo' };

export type DialogName =
  | 'palette'
  | 'keys'
  | 'folders'
  | 'foldersToAdd'
  | 'foldersToCompare'
  | 'settings'
  | 'clock'
  | 'files'
  | 'arrangements'
  | 'goTo'
  | 'collective'
  | 'reading'
  | 'recipe';

/** Something that went wrong, or is to be said once, and is no part of a dump's own notices. */
export interface Toast {
  readonly id: number;
  readonly severity: NoticeSeverity;
  readonly notice: Pick<Notice, 'code' | 'message' | 'params'> & Pick<Partial<Notice>, 'path' | 'byteOffset'>;
  /** How often it has happened while it was shown. */
  readonly count: number;
}

export interface AppState extends ShellState {
  readonly screen: Screen;
  readonly host: HostInfo | undefined;
  readonly recentDumps: readonly RecentDump[];
  readonly dialog: DialogName | undefined;
  /** What the dialog that takes a profile begins with; undefined: with what it was the last time. */
  readonly recipeQuestion: RecipeQuestion | undefined;
  readonly toasts: readonly Toast[];
  /** Files on their way to the host; undefined progress: they are being counted. */
  readonly upload: { readonly progress: UploadProgress | undefined } | undefined;
  /** Something else is being opened, and not known yet to be of any use: the dump stays until it is. */
  readonly opening: Opening | undefined;
  /** Something has been selected, found or asked for in this dump: there is something to say in the panel. */
  readonly isPanelWanted: boolean;
  /** A job is watched, or somebody has asked for that: there is a tab for it beside a dump. */
  readonly hasLive: boolean;
  /** Grows when the search field should take the focus. */
  readonly findFocusCount: number;
}
