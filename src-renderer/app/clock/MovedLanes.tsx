import type { TFunction } from 'i18next';
import { ChevronsLeftRight, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { signedDuration } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { laneTitle } from '../../session/lanes/laneTitles';
import { shiftedGroups } from '../../session/lanes/mergedLanes';
import type { DumpSession } from '../../session/session';
import type { SessionState } from '../../session/sessionState';
import { Button } from '../../ui/Button';
import { useAppServices } from '../appServices';

type Shifted = ReturnType<typeof shiftedGroups>;

const shiftedIn = ({ dump, merged }: Pick<SessionState, 'dump' | 'merged'>): Shifted =>
  shiftedGroups(dump.ranks, merged);
/** As text, so that nothing is drawn again unless it is another. */
const useShifted = (): Shifted => {
  const session = useSession();
  useSessionState((state) =>
    shiftedIn(state)
      .map(({ group, byNs }) => `${group.id} ${byNs}`)
      .join(),
  );
  return shiftedIn(session.store.getState());
};

function useMoveBack(session: DumpSession): () => void {
  const { controller } = useAppServices();
  return () => void session.actions.moveLanesBack().catch(controller.reportError);
}

/** In the status bar, as long as lanes are shown at another time than theirs; a click takes them back. */
export function MovedLanesStatus() {
  const { t } = useTranslation();
  const shifted = useShifted();
  const moveBack = useMoveBack(useSession());
  if (shifted.length === 0) return null;
  const [{ byNs }] = shifted as [Shifted[number]];
  const text =
    shifted.length === 1
      ? t('clock.laneMoved', { duration: signedDuration(byNs) })
      : t('clock.lanesMoved', { count: shifted.length });
  return (
    <button
      type="button"
      className="status-item status-link status-warning"
      title={`${shifted.map((own) => laneText(own, t)).join('\n')}\n${t('clock.moveLanesBackHint')}`}
      onClick={moveBack}
    >
      <ChevronsLeftRight size={13} aria-hidden />
      {text}
    </button>
  );
}

/** In the dialog of the clock: they stay where they are whatever clock is chosen, so they are named. */
export function MovedLanes() {
  const { t } = useTranslation();
  const shifted = useShifted();
  const moveBack = useMoveBack(useSession());
  if (shifted.length === 0) return null;
  return (
    <div className="clock-choices">
      <span>{t('clock.movedLanes', { lanes: shifted.map((own) => laneText(own, t)).join(' · ') })}</span>
      <Button icon={Undo2} onClick={moveBack}>
        {t('clock.moveLanesBack')}
      </Button>
    </div>
  );
}

function laneText({ rank, group, byNs }: Shifted[number], t: TFunction): string {
  const translate = (key: string, values: Readonly<Record<string, string | number>>) => t(key, { ...values });
  const names = group.lanes.map((lane) => laneTitle(group, lane.name, translate)).join(', ');
  return `${rank.label} › ${names} ${signedDuration(byNs)}`;
}
