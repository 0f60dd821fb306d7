import { Lightbulb } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';
import { findingsCommands } from './findingsCommands';

export const findingsView: View = {
  id: 'findings',
  titleKey: 'findings.title',
  icon: Lightbulb,
  isAvailable: (_, sources) => sources?.findings ?? false,
  Component: lazy(async () => ({ default: (await import('./FindingsView')).FindingsView })),
  commands: findingsCommands,
};
