import type { Command } from '../../base/commands';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { showJobOf } from '../../session/shownJob';
import { communicationStore } from './communicationState';

/** Hue class of communication (`SliceSummary.colour`): whether it is a collective, the worker knows. */
const COMMUNICATION_HUE = 4;

/** From the timeline to here: the selected collective, on all ranks. */
export function communicationCommands(session: DumpSession, shell: Shell): readonly Command[] {
  const selected = () => {
    const details = session.store.getState().selectedDetails;
    return details && details.colour >> 4 === COMMUNICATION_HUE ? details : undefined;
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
        session.engine
          .ask(session.dumpId, 'communication.collective', { ref: slice.ref })
          .then((collective) => {
            const job = showJobOf(session, slice.ref.rank);
            const of = job === undefined ? {} : { job };
            const scope = collective ? { ...of, op: collective.name, group: collective.group } : of;
            communicationStore(session).setState({ page: 'lanes', scope, laneView: undefined });
            shell.showTab('communication');
          })
          .catch(shell.reportError);
      },
    },
  ];
}
