import type { ReadingChange } from '../../../src-contract';
import type { Command } from '../../base/commands';
import type { DumpSession } from '../../session/session';
import type { AppController } from '../appController';
import { readingCounts } from './readingCounts';

/** Commands about timelines that are not read yet. */
export function readingCommands(controller: AppController, session: () => DumpSession | undefined): readonly Command[] {
  const common = { group: 'file', keysHandledBy: 'shell' } as const;
  const counts = () => readingCounts(session()?.store.getState().dump.ranks ?? []);
  const change = (what: (own: DumpSession) => ReadingChange) => () => {
    const own = session();
    if (own) own.engine.readTimelines(own.dumpId, what(own)).catch(controller.reportError);
  };
  const isPaused = (own: DumpSession | undefined) => own?.store.getState().dump.reading?.isPaused ?? false;
  return [
    {
      ...common,
      id: 'reading.show',
      titleKey: 'reading.command.show',
      keys: [{ code: 'KeyR', shift: true }],
      isEnabled: () => session() !== undefined,
      run: () => controller.showDialog('reading'),
    },
    {
      ...common,
      id: 'reading.all',
      titleKey: 'reading.command.all',
      keys: [],
      isEnabled: () => counts().unread > 0,
      run: change(() => ({ kind: 'all' })),
    },
    {
      ...common,
      id: 'reading.pause',
      titleKey: 'reading.command.pause',
      keys: [],
      isEnabled: () => isPaused(session()) || counts().wanted > 0,
      run: change((own) => ({ kind: isPaused(own) ? 'resume' : 'pause' })),
    },
  ];
}
