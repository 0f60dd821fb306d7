import type { Command } from '../../base/commands';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { communicationStore } from './communicationState';

/** A collective as the timeline names it. */
const collective = /^(hcom_|Hccl|nccl)/i;

/** From the timeline to here: the selected collective, on all ranks. */
export function communicationCommands(session: DumpSession, shell: Shell): readonly Command[] {
  const selected = () => {
    const details = session.store.getState().selectedDetails;
    return details && collective.test(details.name) ? details : undefined;
  };
  return [
    {
      id: 'communication.showSelection',
      titleKey: 'communication.command.showSelection',
      group: 'selection',
      keys: [{ code: 'KeyC', ctrl: true, alt: true }],
      keysHandledBy: 'shell',
      isEnabled: () => selected() !== undefined,
      run: () => {
        const slice = selected();
        if (!slice) return;
        communicationStore(session).setState({ page: 'lanes', scope: { op: slice.name }, laneView: undefined });
        shell.showTab('communication');
      },
    },
  ];
}
