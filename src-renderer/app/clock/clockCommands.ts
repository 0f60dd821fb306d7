import type { ClockMode } from '../../../src-contract';
import type { Command } from '../../base/commands';
import { chooseClock } from '../../session/chooseClock';
import type { DumpSession } from '../../session/session';
import type { AppController } from '../appController';

/** Commands about the clock of the dump that is open, if it has several ranks. */
export function clockCommands(controller: AppController, session: () => DumpSession | undefined): readonly Command[] {
  const common = { group: 'view', keysHandledBy: 'shell' } as const;
  const hasClock = () => session()?.store.getState().dump.clock !== undefined;
  const withSession = (act: (own: DumpSession) => Promise<void>) => () => {
    const own = session();
    if (own) act(own).catch(controller.reportError);
  };
  const modeCommand = (mode: ClockMode | undefined): Command => ({
    ...common,
    id: `clock.${mode ?? 'auto'}`,
    titleKey: `clock.command.${mode ?? 'auto'}`,
    keys: [],
    isEnabled: hasClock,
    run: withSession((own) => chooseClock(own, { mode })),
  });
  return [
    {
      ...common,
      id: 'clock.show',
      titleKey: 'clock.command.show',
      keys: [{ code: 'KeyK', shift: true }],
      isEnabled: hasClock,
      run: () => controller.showDialog('clock'),
    },
    modeCommand(undefined),
    modeCommand('clocks'),
    modeCommand('steps'),
    modeCommand('off'),
    {
      ...common,
      id: 'clock.referenceOfSelection',
      titleKey: 'clock.command.referenceOfSelection',
      keys: [],
      isEnabled: () => hasClock() && session()?.store.getState().selectedSlice !== undefined,
      run: withSession(async (own) => {
        const { selectedSlice } = own.store.getState();
        if (selectedSlice) await chooseClock(own, { reference: selectedSlice.rank });
      }),
    },
    {
      ...common,
      id: 'clock.undo',
      titleKey: 'clock.command.undo',
      keys: [],
      isEnabled: () => session()?.can('clock', '') === true,
      run: () => void session()?.actions.go('clock'),
    },
  ];
}
