import { Lightbulb } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';
import { findingsCommands } from './findingsCommands';

export const findingsView: View = {
  id: 'findings',
  titleKey: 'findings.title',
  icon: Lightbulb,
  // A trace that has none of these has nothing that a rule could look at.
  isAvailable: (_, sources) => (sources?.summary || sources?.operator || sources?.communication) ?? false,
  Component: lazy(async () => ({ default: (await import('./FindingsView')).FindingsView })),
  commands: findingsCommands,
};
