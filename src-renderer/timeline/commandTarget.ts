import { movedFurther } from '../session/alignment';
import type { DumpSession } from '../session/session';
import type { CommandTarget } from './keys';
import type { MarkTarget } from './marks/markCommands';
import type { Navigation } from './moving/navigation';

export interface CommandTargetParts
  extends Pick<MarkTarget, 'showPanel' | 'sayFull' | 'withSelected'>,
    Pick<CommandTarget, 'shell' | 'nameOf' | 'sayNoArrow'> {
  readonly session: DumpSession;
  readonly navigation: Navigation;
  readonly moveLane: CommandTarget['moveLane'];
  readonly selectFirstVisible: CommandTarget['selectFirstVisible'];
  /** Shows the selected slice in its panel. */
  readonly openSlice: () => void;
  /** Undefined where the pointer is not over the drawing. */
  readonly pointerX: () => number | undefined;
  readonly onError: (error: unknown) => void;
}

/** What the timeline's commands work on. */
export function commandTarget(parts: CommandTargetParts): CommandTarget {
  const { session, navigation, openSlice, pointerX, onError, ...others } = parts;
  return {
    ...others,
    session,
    navigation,
    moveRank(rank, byNs) {
      const { clock } = session.store.getState().dump;
      if (!clock) return;
      const { moved, ...choice } = clock.choice;
      const next = movedFurther(moved ?? [], [{ rank, byNs }]);
      session.actions.setClock({ ...choice, ...(next && { moved: next }) }).catch(onError);
    },
    openSlice() {
      if (session.store.getState().selectedSlice === undefined) return false;
      openSlice();
      return true;
    },
    pointerNs() {
      const x = pointerX();
      return x === undefined ? undefined : navigation.nsAt(x);
    },
  };
}
