import { MemoryStick } from 'lucide-react';
import { MemoryTab } from '../../memory/MemoryTab';
import { memoryCommands } from '../../memory/memoryCommands';
import type { TabContribution } from './tab';

export const memoryTab: TabContribution = {
  id: 'memory',
  titleKey: 'memory.title',
  icon: MemoryStick,
  isAvailable: (_, views) => views?.memory ?? false,
  Component: MemoryTab,
  commands: memoryCommands,
};
