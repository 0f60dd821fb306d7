import { Waypoints } from 'lucide-react';
import { lazy } from 'react';
import { communicationCommands } from '../../communication/communicationCommands';
import type { TabContribution } from './tab';

export const communicationTab: TabContribution = {
  id: 'communication',
  titleKey: 'communication.title',
  icon: Waypoints,
  isAvailable: (_, views) => views?.communication ?? false,
  Component: lazy(async () => ({ default: (await import('../../communication/CommunicationView')).CommunicationView })),
  commands: communicationCommands,
};
