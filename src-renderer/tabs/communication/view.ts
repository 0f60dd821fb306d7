import { Waypoints } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';
import { communicationCommands } from './communicationCommands';

export const communicationView: View = {
  id: 'communication',
  titleKey: 'communication.title',
  icon: Waypoints,
  isAvailable: (_, sources) => sources?.communication ?? false,
  Component: lazy(async () => ({ default: (await import('./CommunicationView')).CommunicationView })),
  commands: communicationCommands,
};
