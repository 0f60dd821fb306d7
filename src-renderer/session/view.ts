import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { DumpState, ViewSources } from '../../src-contract';
import type { Command } from '../base/commands';
import type { DumpSession } from './session';
import type { Shell } from './shell';

/**
 * A view of the window, a tab of its own: the one object that registers it, listed in `app/views.ts`. Its sentences are
 * found by the name of their files (`stringsEn.ts`, `stringsZh.ts` in its folder); its tables and questions are declared in
 * the contract.
 */
export interface View {
  readonly id: string;
  /** Key of its title's translation. */
  readonly titleKey: string;
  readonly icon: LucideIcon;
  /** Only views that the data has something for are shown. */
  isAvailable(dump: DumpState, sources: ViewSources | undefined): boolean;
  /** Fetched when it is first shown (`lazy`): the timeline opens as fast without it. */
  readonly Component: ComponentType;
  /** Commands that are there while the view can be shown, whichever is in front ("Show in Operator"). */
  commands?(session: DumpSession, shell: Shell): readonly Command[];
}
