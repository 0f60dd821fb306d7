import { MemoryStick } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';
import { memoryCommands } from './memoryCommands';

export const memoryView: View = {
  id: 'memory',
  titleKey: 'memory.title',
  icon: MemoryStick,
  isAvailable: (_, sources) => sources?.memory ?? false,
  Component: lazy(async () => ({ default: (await import('./MemoryView')).MemoryView })),
  commands: memoryCommands,
};
