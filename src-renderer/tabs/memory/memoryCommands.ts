import type { Command } from '../../base/commands';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { memoryStore } from './memoryState';

/** From the timeline to here: the allocations of the selected slice, or of the selected stretch. */
export function memoryCommands(session: DumpSession, shell: Shell): readonly Command[] {
  const selectedRange = () => session.store.getState().selectedRange;
  const selected = () => session.store.getState().selectedDetails;
  return [
    {
      id: 'memory.showSelection',
      titleKey: 'memory.command.showSelection',
      group: 'selection',
      keys: [{ code: 'KeyM', shift: true }],
      keysHandledBy: 'shell',
      isEnabled: () => selected() !== undefined || selectedRange() !== undefined,
      run: () => {
        const slice = selected();
        const store = memoryStore(session);
        if (slice) {
          const range = { startNs: slice.startNs, endNs: slice.startNs + slice.durationNs };
          store.setState({
            rank: slice.ref.rank,
            page: 'allocations',
            allocations: { kind: 'made', name: slice.name, range },
            op: undefined,
            instantNs: slice.startNs,
          });
        } else store.setState({ page: 'allocations', allocations: { kind: 'changed' }, op: undefined });
        shell.showTab('memory');
      },
    },
  ];
}
