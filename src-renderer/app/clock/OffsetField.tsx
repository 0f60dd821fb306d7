import { RotateCcw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DumpClock, RankClock } from '../../../src-contract';
import { signedDuration } from '../../base/format';
import { parseOffset } from '../../base/parseTime';
import { isAligned, movedNsOf } from '../../session/alignment';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { Button } from '../../ui/Button';
import { moveRanks } from '../align/moveRanks';
import { useAppServices } from '../appServices';
import { endAlignment } from '../compare/align';

interface OffsetFieldProps {
  readonly clock: DumpClock;
  /** The current one of the list. */
  readonly rank: RankClock | undefined;
}

/** How far a rank is moved, to be typed; and all of them moved back. */
export function OffsetField({ clock, rank }: OffsetFieldProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const id = useId();
  const isMoved = useSessionState(({ dump }) => isAligned(dump));
  const movedNs = rank === undefined ? 0 : movedNsOf({ clock }, rank.rank);
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rank has another text
  useEffect(() => setText(movedNs === 0 ? '' : `${movedNs} ns`), [rank?.rank, movedNs]);
  const offsetNs = parseOffset(text === '' ? '0' : text);
  const isWrong = offsetNs === undefined;
  return (
    <form
      className="clock-offset"
      onSubmit={(event) => {
        event.preventDefault();
        if (!rank || offsetNs === undefined) return;
        moveRanks(session, [{ rank: rank.rank, byNs: offsetNs - movedNs }]).catch(controller.reportError);
      }}
    >
      {rank ? (
        <>
          <label htmlFor={id}>{t('clock.align.offset', { rank: rank.label })}</label>
          <input
            id={id}
            className="text-field number"
            placeholder="−1.5 ms"
            title={signedDuration(movedNs)}
            value={text}
            aria-invalid={isWrong}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={isWrong}>
            {t('clock.align.apply')}
          </Button>
          {isWrong && <span className="field-error">{t('clock.align.invalid')}</span>}
        </>
      ) : (
        <span className="clock-hint">{t('clock.align.chooseRank')}</span>
      )}
      <Button
        icon={RotateCcw}
        className="clock-reset"
        disabled={!isMoved}
        onClick={() => endAlignment(session).catch(controller.reportError)}
      >
        {t('clock.align.reset')}
      </Button>
    </form>
  );
}
