import type { Command, KeyChord } from '../../base/commands';
import { isAligned } from '../../session/alignment';
import type { DumpSession } from '../../session/session';
import type { AppController } from '../appController';
import { endAlignment } from '../compare/align';
import { alignOnCall, alignOnShownStep, alignWithAnchor } from './moveRanks';

/** Ranks side by side: commands about how far they are moved. */
export function alignCommands(controller: AppController, session: () => DumpSession | undefined): readonly Command[] {
  const state = () => session()?.store.getState();
  const hasClock = () => state()?.dump.clock !== undefined;
  const isSelected = () => hasClock() && state()?.selectedSlice !== undefined;
  const command = (
    name: string,
    keys: readonly KeyChord[],
    isEnabled: () => boolean,
    act: (own: DumpSession) => Promise<void>,
  ): Command => ({
    id: `align.${name}`,
    titleKey: `clock.align.${name}`,
    group: 'selection',
    keys,
    keysHandledBy: 'shell',
    isEnabled,
    run() {
      const own = session();
      if (own) act(own).catch(controller.reportError);
    },
  });
  return [
    command('left', [{ code: 'KeyL' }], isSelected, (own) => alignWithAnchor(own, controller, 'left')),
    command('right', [{ code: 'KeyR' }], isSelected, (own) => alignWithAnchor(own, controller, 'right')),
    command('callStarts', [], isSelected, (own) => alignOnCall(own, controller, 'left')),
    command('callEnds', [], isSelected, (own) => alignOnCall(own, controller, 'right')),
    command('step', [], hasClock, (own) => alignOnShownStep(own, controller)),
    command('reset', [], () => isAligned(state()?.dump ?? { ranks: [] }), endAlignment),
  ];
}
