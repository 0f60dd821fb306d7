import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClockMode, RankIndex, ShownClock } from '../../../src-contract';
import { type Answer, useLatestAnswer } from '../../base/useLatestAnswer';
import { movedNsOf } from '../../session/alignment';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { type ClockChange, chooseClock } from '../../session/chooseClock';
import type { DumpSession } from '../../session/session';
import { Button } from '../../ui/Button';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { CopyButton } from '../../ui/CopyButton';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Dialog } from '../../ui/Dialog';
import { VirtualList } from '../../ui/VirtualList';
import { useAppServices } from '../appServices';
import { OfOpenDump } from '../OfOpenDump';
import { clockAsText, clockColumns, clockSummary, clockUnits, rankCells } from './clockText';
import { MovedLanes } from './MovedLanes';
import { OffsetField } from './OffsetField';

const ROW_HEIGHT = 24;
const AUTOMATIC = 'auto';

/** Which clock the ranks are shown by, each rank's part in it, and another choice. */
export function ClockDialog() {
  return (
    <OfOpenDump>
      <Content />
    </OfOpenDump>
  );
}

function Content() {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const answer = useShownClock(session);
  const close = () => controller.showDialog(undefined);
  return (
    <Dialog title={t('clock.title')} width={820} onClose={close}>
      <div className="clock-dialog">
        {answer.error !== undefined && <FailedAnswer answer={answer} size="panel" />}
        {answer.value && <Choices clock={answer.value} />}
      </div>
    </Dialog>
  );
}

function Choices({ clock }: { readonly clock: ShownClock }) {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const [current, setCurrent] = useState(-1);
  const choose = (change: ClockChange) => void chooseClock(session, change).catch(controller.reportError);
  const { mode = AUTOMATIC, reference } = clock.choice;
  const units = clockUnits(clock);
  const modes = [AUTOMATIC, 'clocks', 'steps', 'off'] as const;
  const ranks = [
    { value: AUTOMATIC, label: t('clock.automatic') },
    ...clock.ranks.map(({ rank, label }) => ({ value: String(rank), label })),
  ];
  return (
    <>
      <p className="clock-summary">
        <span role="status">{clockSummary(t, clock)}</span>
        <CopyButton label={t('clock.copy')} text={() => clockAsText(t, clock)} />
      </p>
      <div className="clock-choices">
        <ChoiceGroup
          label={t('clock.alignBy')}
          value={mode}
          options={modes.map((value) => ({ value, label: t(`clock.mode.${value}`) }))}
          onChange={(value) => choose({ mode: value === AUTOMATIC ? undefined : (value satisfies ClockMode) })}
        />
        <OptionPicker
          label={t('clock.reference')}
          value={reference === undefined ? AUTOMATIC : String(reference)}
          options={ranks}
          onChange={(value) => choose({ reference: value === AUTOMATIC ? undefined : (Number(value) as RankIndex) })}
        />
        <Button icon={Undo2} disabled={!session.can('clock', '')} onClick={() => session.actions.go('clock')}>
          {t('clock.undo')}
        </Button>
      </div>
      <p className="clock-hint">{t(`clock.hint.${clock.mode}`)}</p>
      <MovedLanes />
      <div className="clock-row clock-head">
        {clockColumns.map((column) => (
          <span key={column}>{t(`clock.column.${column}`)}</span>
        ))}
      </div>
      <VirtualList
        label={t('clock.ranks')}
        className="clock-ranks"
        items={clock.ranks}
        rowHeight={ROW_HEIGHT}
        keyOf={({ rank }) => rank}
        currentIndex={current}
        onCurrentChange={setCurrent}
        activatesOn="doubleClick"
        onActivate={({ rank }) => choose({ reference: rank })}
        renderRow={(rank) => (
          <div className="clock-row">
            {rankCells(t, rank, movedNsOf({ clock }, rank.rank), units).map((cell, at) => (
              <span key={clockColumns[at]} title={cell}>
                {cell}
              </span>
            ))}
          </div>
        )}
      />
      <OffsetField clock={clock} rank={clock.ranks[current]} />
      <p className="clock-hint">{t('clock.exact')}</p>
    </>
  );
}

/** Asked again whenever another one is in force. */
function useShownClock(session: DumpSession): Answer<ShownClock | undefined> {
  const version = useSessionState(({ dump }) =>
    JSON.stringify([dump.clock?.revision, dump.clock?.mode, dump.clock?.choice]),
  );
  return useLatestAnswer(session.dumpId, () => session.engine.clock(session.dumpId), { version });
}
