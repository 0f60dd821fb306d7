import type { Command } from '../../base/commands';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { kernelsWith, operatorState } from './operatorState';

/** Commands of the Operator view that work from any tab. */
export function operatorCommands(session: DumpSession, shell: Shell): readonly Command[] {
  return [
    {
      id: 'operator.showSlice',
      titleKey: 'operator.command.showSlice',
      group: 'selection',
      keys: [{ code: 'KeyO', shift: true }],
      keysHandledBy: 'shell',
      isEnabled: () => session.store.getState().selectedDetails !== undefined,
      run: () => showSelectedSlice(session, shell),
    },
  ];
}

/** All kernels that are named like the selected slice, of its rank; the slice's own is marked. */
function showSelectedSlice(session: DumpSession, shell: Shell): void {
  const { selectedDetails } = session.store.getState();
  if (!selectedDetails) return;
  const { name, ref } = selectedDetails;
  operatorState(session).setState({
    mode: 'kernels',
    ranks: [ref.rank],
    step: undefined,
    only: kernelsWith({ name }),
    group: undefined,
  });
  shell.showTab('operator');
}
