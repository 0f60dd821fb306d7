import { DatabaseZap } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';

export const sqlView: View = {
  id: 'sql',
  titleKey: 'sql.title',
  icon: DatabaseZap,
  isAvailable: ({ status }) => status === 'ready',
  Component: lazy(async () => ({ default: (await import('./SqlView')).SqlView })),
};
