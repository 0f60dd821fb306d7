import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { DumpState, ViewSources } from '../../../src-worker/api';
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
}
