import { Cpu } from 'lucide-react';
import { lazy } from 'react';
import { operatorCommands } from '../../operator/operatorCommands';
import type { TabContribution } from './tab';

export const operatorTab: TabContribution = {
  id: 'operator',
  titleKey: 'operator.title',
  icon: Cpu,
  isAvailable: (_, views) => views?.operator ?? false,
  Component: lazy(async () => ({ default: (await import('../../operator/OperatorView')).OperatorView })),
  commands: operatorCommands,
};
