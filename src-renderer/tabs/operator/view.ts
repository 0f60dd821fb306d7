import { Cpu } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';
import { operatorCommands } from './operatorCommands';

export const operatorView: View = {
  id: 'operator',
  titleKey: 'operator.title',
  icon: Cpu,
  isAvailable: (_, sources) => sources?.operator ?? false,
  Component: lazy(async () => ({ default: (await import('./OperatorView')).OperatorView })),
  commands: operatorCommands,
};
