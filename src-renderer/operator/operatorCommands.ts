import type { AppController } from '../app/appController';
import type { Command } from '../app/commands';
import type { DumpSession } from '../app/session';
import { operatorState } from './operatorState';

/** Commands of the Operator view that work from any tab. */
export function operatorCommands(session: DumpSession, controller: AppController): readonly Command[] {
  return [
    {
      id: 'operator.showSlice',
      titleKey: 'operator.command.showSlice',
      group: 'selection',
      keys: [{ code: 'KeyO', shift: true }],
      keysHandledBy: 'shell',
      isEnabled: () => session.store.getState().selectedDetails !== undefined,
      run: () => showSelectedSlice(session, controller),
    },
  ];
}

/** All kernels that are named like the selected slice, of its rank; the slice's own is marked. */
function showSelectedSlice(session: DumpSession, controller: AppController): void {
  const { selectedDetails } = session.store.getState();
  if (!selectedDetails) return;
  const { name, ref } = selectedDetails;
  operatorState(session).setState({
    mode: 'kernels',
    ranks: [ref.rank],
    step: undefined,
    onlyName: name,
    group: undefined,
  });
  controller.showTab('operator');
}
