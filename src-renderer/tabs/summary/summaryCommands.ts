import type { Command } from '../../base/commands';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { showJobOf } from '../../session/shownJob';
import { summaryStore } from './summaryStore';

/** Commands that are there whichever tab is in front. */
export function summaryCommands(session: DumpSession, shell: Shell): readonly Command[] {
  return [
    {
      id: 'summary.show',
      titleKey: 'summary.command.show',
      group: 'navigate',
      keys: [],
      keysHandledBy: 'shell',
      isEnabled: () => session.store.getState().selectedSlice !== undefined,
      run: () => {
        const { selectedSlice } = session.store.getState();
        if (selectedSlice) {
          showJobOf(session, selectedSlice.rank);
          session.actions.focusRanks([selectedSlice.rank]);
        }
        // The tab takes the slice's rank over again, even if the user has looked at another since.
        summaryStore(session).setState({ section: 'split', followedSlice: undefined });
        shell.showTab('summary');
      },
    },
  ];
}
