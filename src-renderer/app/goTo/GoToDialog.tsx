import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatInColumn, unitOfValues } from '../../base/columnUnit';
import { formatEpoch, formatExactTime } from '../../base/format';
import { parseTime } from '../../base/parseTime';
import { viewAround } from '../../base/timeRange';
import type { NumberedStep } from '../../base/timeScale';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { timesOf } from '../../session/times';
import { STEP_AIR } from '../../timeline/overview/goToStep';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { VirtualList } from '../../ui/VirtualList';
import { useAppServices } from '../appServices';
import { OfOpenDump } from '../OfOpenDump';
import './goTo.css';

/** Leads to an instant that is typed or pasted, or to a step. */
export function GoToDialog() {
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
  const id = useId();
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(-1);
  const originNs = useSessionState(({ dump }) => dump.originNs);
  const startNs = useSessionState(({ dump }) => dump.startNs);
  const endNs = useSessionState(({ dump }) => dump.endNs);
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const overview = useStore(timesOf(session).store, (state) => state.overview);
  const steps = overview?.steps ?? [];
  const parsed = parseTime(text, { originNs, startNs, endNs, steps });
  const close = () => controller.showDialog(undefined);
  const showStep = (step: NumberedStep) => {
    close();
    controller.showTab('timeline');
    session.actions.setView(viewAround(step, STEP_AIR), { isJump: true });
  };
  const go = () => {
    if (!('ns' in parsed)) return;
    if (parsed.step) return showStep(parsed.step);
    const { view } = session.store.getState();
    const half = (view.endNs - view.startNs) / 2;
    close();
    controller.showTab('timeline');
    session.actions.setView({ startNs: parsed.ns - half, endNs: parsed.ns + half }, { isJump: true });
  };
  const said =
    'ns' in parsed
      ? t('goTo.at', { offset: formatExactTime(parsed.ns), clock: formatEpoch(originNs + BigInt(parsed.ns)) })
      : parsed.problem === 'empty'
        ? t('goTo.hint')
        : t(`goTo.problem.${parsed.problem}`, { start: formatExactTime(startNs), end: formatExactTime(endNs) });
  const isWrong = 'problem' in parsed && parsed.problem !== 'empty';
  const stepUnit = unitOfValues(
    'duration',
    steps.map((step) => step.endNs - step.startNs),
  );
  return (
    <Dialog title={t('goTo.title')} width={520} onClose={close}>
      <form
        className="go-to"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <div className="go-to-field">
          <input
            data-first-focus
            className="text-field number"
            aria-label={t('goTo.field')}
            aria-invalid={isWrong}
            aria-describedby={id}
            placeholder={t('goTo.placeholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button variant="primary" type="submit" disabled={!('ns' in parsed)}>
            {t('goTo.go')}
          </Button>
        </div>
        <p id={id} className={isWrong ? 'field-error' : 'field-hint'} aria-live="polite">
          {said}
        </p>
        {overview && steps.length > 0 && (
          <>
            <h3 className="section-title">{t('goTo.steps', { rank: ranks[overview.rank]?.label ?? '' })}</h3>
            <VirtualList
              label={t('goTo.steps', { rank: ranks[overview.rank]?.label ?? '' })}
              className="go-to-steps"
              items={steps}
              rowHeight={24}
              keyOf={({ number }) => number}
              currentIndex={current}
              onCurrentChange={setCurrent}
              onActivate={showStep}
              renderRow={(step) => (
                <div className="go-to-step">
                  <span>{t('goTo.step', { number: step.number })}</span>
                  <span className="number">{formatExactTime(step.startNs)}</span>
                  <span className="number">{formatInColumn(step.endNs - step.startNs, 'duration', stepUnit)}</span>
                </div>
              )}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
