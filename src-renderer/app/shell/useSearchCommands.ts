import { useEffect } from 'react';
import { useSession } from '../../session/answers/useSession';
import { followLaneFiles } from '../../session/ownLanes/laneFiles';
import { ownLanesOf } from '../../session/ownLanes/ownLanes';
import { useSearch } from '../../session/search/useSearch';
import { useAppServices } from '../appServices';

/** Follows the search as long as the dump is open, and goes from one slice that is found to the next. */
export function useSearchCommands(): void {
  const { controller, commands } = useAppServices();
  const session = useSession();
  const model = useSearch();
  useEffect(() => model.follow(), [model]);
  useEffect(() => ownLanesOf(session).follow((error) => controller.reportError(error)), [session, controller]);
  useEffect(() => followLaneFiles(session, (error) => controller.reportError(error)), [session, controller]);
  useEffect(() => {
    const go = async (by: number) => {
      const slice = await model.step(by);
      if (!slice) return;
      // The list stays where it is, so that one can go on to the next.
      const { panel } = controller.store.getState();
      controller.showTab('timeline');
      session.actions.jumpTo(slice);
      controller.showPanel(panel);
    };
    const step = (by: number) => () => void go(by).catch((error: unknown) => controller.reportError(error));
    const common = { group: 'navigate', keysHandledBy: 'shell', worksInFields: true } as const;
    const hasRegion = () => session.store.getState().selectedRange !== undefined;
    return commands.register(
      { id: 'find.next', titleKey: 'command.findNext', keys: [{ code: 'F3' }], run: step(1), ...common },
      {
        id: 'find.previous',
        titleKey: 'command.findPrevious',
        keys: [{ code: 'F3', shift: true }],
        run: step(-1),
        ...common,
      },
      {
        id: 'find.lock',
        titleKey: 'command.lockRegion',
        group: 'selection',
        keysHandledBy: 'shell',
        keys: [],
        isEnabled: hasRegion,
        run: () => model.lock(model.store.getState().search?.region === undefined),
      },
      ...(['union', 'count'] as const).map((kind) => ({
        id: `find.makeLane.${kind}`,
        titleKey: `command.makeLane.${kind}`,
        group: 'view' as const,
        keysHandledBy: 'shell' as const,
        keys: [],
        isEnabled: () => (model.store.getState().count?.total ?? 0) > 0,
        run: () =>
          void ownLanesOf(session)
            .add(kind)
            .catch((error: unknown) => controller.reportError(error)),
      })),
      ...(['shown', 'greyed', 'hidden'] as const).map((others) => ({
        id: `find.others.${others}`,
        titleKey: `command.others.${others}`,
        group: 'view' as const,
        keysHandledBy: 'shell' as const,
        keys: [],
        run: () => model.setOthers(others),
      })),
    );
  }, [commands, controller, session, model]);
}
