import type { AppController } from '../app/appController';
import type { Command } from '../app/commands';
import type { DumpSession } from '../app/session';
import { summaryStore } from './summaryStore';

/** Commands that are there whichever tab is in front. */
export function summaryCommands(session: DumpSession, controller: AppController): readonly Command[] {
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
        // The tab takes the rank of the selected slice over when it comes to the front.
        if (selectedSlice) session.actions.focusRanks([selectedSlice.rank]);
        summaryStore(session).setState({ section: 'split' });
        controller.showTab('summary');
      },
    },
  ];
}
