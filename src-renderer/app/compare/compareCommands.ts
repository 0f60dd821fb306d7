import type { Command } from '../../base/commands';
import { isAligned } from '../../session/alignment';
import type { DumpSession } from '../../session/session';
import type { AppController } from '../appController';
import { showComparison } from '../showComparison';
import { alignOnSlice, alignOnStep, canAlign, endAlignment, endComparison } from './align';

/** Commands about what is held against what, whichever tab is in front. */
export function compareCommands(controller: AppController, session: () => DumpSession | undefined): readonly Command[] {
  const common = { keys: [], keysHandledBy: 'shell' } as const;
  const sides = () => session()?.store.getState().comparison;
  const match = () => session()?.store.getState().match;
  const mayAlign = () => {
    const own = session();
    return own !== undefined && canAlign(own.store.getState());
  };
  const withSession = (act: (own: DumpSession) => Promise<void>) => () => {
    const own = session();
    if (own) act(own).catch(controller.reportError);
  };
  const isComparing = () => sides() !== undefined;
  return [
    {
      ...common,
      id: 'compare.another',
      titleKey: 'compare.another',
      group: 'file',
      isEnabled: () => session() !== undefined,
      run: () => void controller.compareWithAnother(),
    },
    {
      ...common,
      id: 'compare.show',
      titleKey: 'compare.command.show',
      group: 'navigate',
      isEnabled: () => session()?.store.getState().views?.summary === true,
      run: () => {
        const own = session();
        if (own) showComparison(own, controller);
      },
    },
    {
      ...common,
      id: 'compare.swap',
      titleKey: 'compare.command.swap',
      group: 'view',
      isEnabled: isComparing,
      run: () => {
        const own = sides();
        if (own) session()?.actions.compare({ a: own.b, b: own.a });
      },
    },
    {
      ...common,
      id: 'compare.align',
      titleKey: 'compare.command.align',
      group: 'view',
      isEnabled: mayAlign,
      run: withSession((own) => alignOnStep(own, controller)),
    },
    {
      ...common,
      id: 'compare.alignOnSlice',
      titleKey: 'compare.command.alignOnSlice',
      group: 'selection',
      isEnabled: () => mayAlign() && match() !== undefined,
      run: withSession((own) => alignOnSlice(own, controller)),
    },
    {
      ...common,
      id: 'compare.endAlignment',
      titleKey: 'compare.command.endAlignment',
      group: 'view',
      isEnabled: () => {
        const own = session();
        return own !== undefined && isAligned(own.store.getState().dump);
      },
      run: withSession(endAlignment),
    },
    {
      ...common,
      id: 'compare.match',
      titleKey: 'compare.command.match',
      group: 'navigate',
      keys: [{ code: 'KeyB' }],
      isEnabled: () => match() !== undefined,
      run: () => {
        const own = match();
        if (!own) return;
        controller.showTab('timeline');
        session()?.actions.jumpTo(own);
      },
    },
    {
      ...common,
      id: 'compare.end',
      titleKey: 'compare.command.end',
      group: 'view',
      isEnabled: isComparing,
      run: withSession(endComparison),
    },
  ];
}
