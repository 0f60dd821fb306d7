import type { Command } from '../../base/commands';
import { isAtEnd, isGrowing } from '../../session/followEnd';
import type { DumpSession } from '../../session/session';

/** Follows the end of a dump that is being written, or no more. */
export function growthCommands(session: () => DumpSession | undefined): readonly Command[] {
  return [
    {
      id: 'view.followEnd',
      titleKey: 'growth.command',
      group: 'view',
      keysHandledBy: 'shell',
      keys: [{ code: 'KeyE', shift: true }],
      isEnabled: () => {
        const own = session();
        return own !== undefined && isGrowing(own.store.getState().dump);
      },
      run: () => {
        const own = session();
        if (!own) return;
        const { view, dump, followsEnd } = own.store.getState();
        own.actions.followEnd(!(followsEnd && isAtEnd(view, dump)));
      },
    },
  ];
}
