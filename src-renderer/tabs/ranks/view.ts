import { Network } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';

export const ranksView: View = {
  id: 'ranks',
  titleKey: 'ranks.title',
  icon: Network,
  isAvailable: (_, sources) => sources?.ranks ?? false,
  Component: lazy(async () => ({ default: (await import('./RanksView')).RanksView })),
};
