import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { DumpState, ViewSources } from '../../../src-contract';
import type { AppController } from '../appController';
import type { Command } from '../commands';
import type { DumpSession } from '../session';

/** A tab of the window: one file beside this one each, listed in `index.ts`. */
export interface TabContribution {
  readonly id: string;
  /** Key of its title's translation. */
  readonly titleKey: string;
  readonly icon: LucideIcon;
  /** Only tabs that the data has something for are shown. */
  isAvailable(dump: DumpState, views: ViewSources | undefined): boolean;
  readonly Component: ComponentType<{ readonly session: DumpSession }>;
  /** Commands that are there while the tab can be shown, whichever is in front ("Show in Operator"). */
  commands?(session: DumpSession, controller: AppController): readonly Command[];
}
