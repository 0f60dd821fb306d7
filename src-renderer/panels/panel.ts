import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PanelId } from '../app/appController';
import type { DumpSession } from '../app/session';

/** A panel below the tabs. */
export interface PanelContribution {
  readonly id: PanelId;
  /** Key of its title's translation. */
  readonly titleKey: string;
  readonly icon: LucideIcon;
  readonly Component: ComponentType<{ readonly session: DumpSession }>;
}
