import { ChartArea, Code, Cpu, Layers2, type LucideIcon, Network, SquareStack, Terminal } from 'lucide-react';
import type { GroupKind } from '../../src-contract';

/** Of a rank's groups of lanes, wherever they are listed. */
export const groupIcons: Readonly<Record<GroupKind, LucideIcon>> = {
  python: Code,
  cann: Terminal,
  hardware: Cpu,
  communication: Network,
  overlap: Layers2,
  counters: ChartArea,
  other: SquareStack,
};
