import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PanelId } from '../../session/shell';

/** A panel below the tabs. */
export interface PanelContribution {
  readonly id: PanelId;
  /** Key of its title's translation. */
  readonly titleKey: string;
  readonly icon: LucideIcon;
  readonly Component: ComponentType;
}
