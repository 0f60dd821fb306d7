import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CollectiveName, CommunicationGroup } from '../../../src-contract';
import { compareNames } from '../../../src-contract/cells/nameOrder';
import { formatCount } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import type { DumpSession } from '../../session/session';
import { useShownJob } from '../../session/shownJob';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { MiddleCut } from '../../ui/MiddleCut';
import { VirtualList } from '../../ui/VirtualList';
import { useAppServices } from '../appServices';
import { OfOpenDump } from '../OfOpenDump';
import { type CollectiveGoal, goToCollective } from './goToCollective';
import './goTo.css';

/** Leads to the n-th collective of a communication group, on all ranks at once; or aligns the ranks on it. */
export function CollectiveDialog() {
  return (
    <OfOpenDump>
      <Content />
    </OfOpenDump>
  );
}

function Content() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const { shown } = useShownJob();
  const job = shown ? { job: shown.key } : {};
  const overview = useAnswer('communication.overview', job);
  const groups = overview.value?.groups.filter(({ opCount }) => opCount > 0);
  const close = () => controller.showDialog(undefined);
  return (
    <Dialog title={t('goTo.collective.title')} width={560} onClose={close}>
      <div className="go-to">
        {overview.error !== undefined && <FailedAnswer answer={overview} size="panel" />}
        {groups === undefined && overview.error === undefined && <p>{t('goTo.collective.reading')}</p>}
        {groups?.length === 0 && <p>{t('goTo.collective.none')}</p>}
        {groups !== undefined && groups.length > 0 && (
          <Choice groups={byRank(groups)} job={shown?.key} onClose={close} />
        )}
      </div>
    </Dialog>
  );
}

/** The first rank's come first: its lanes are the open ones. Groups whose ranks are not known come last. */
function byRank(groups: readonly CommunicationGroup[]): readonly CommunicationGroup[] {
  const first = ({ ranks }: CommunicationGroup) => Math.min(Number.MAX_SAFE_INTEGER, ...ranks);
  return [...groups].sort((a, b) => first(a) - first(b) || compareNames(a.name, b.name));
}

/** Which group was chosen last: one goes from one of its collectives to the next. */
const keptGroup = (session: DumpSession) =>
  session.viewState('goToCollective', () =>
    createStore<{ readonly key: string | undefined }>()(() => ({ key: undefined })),
  );

interface ChoiceProps {
  readonly groups: readonly CommunicationGroup[];
  readonly job: string | undefined;
  readonly onClose: () => void;
}

function Choice({ groups, job, onClose }: ChoiceProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const id = useId();
  const kept = useStore(keptGroup(session), ({ key }) => key);
  const group = (groups.find(({ key }) => key === kept) ?? groups[0])?.key ?? '';
  const [text, setText] = useState('1');
  const field = useRef<HTMLInputElement>(null);
  // It is there only when the groups are known, which the dialog does not wait for.
  useEffect(() => field.current?.focus(), []);
  const names = useAnswer('communication.names', { ...(job !== undefined && { job }), group });
  const all = names.value ?? [];
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  const chosen = all[number - 1];
  const go = (goal: CollectiveGoal, collective: CollectiveName | undefined) => {
    if (!collective) return;
    onClose();
    goToCollective(session, controller, collective, goal).catch(controller.reportError);
  };
  const isWrong = names.value !== undefined && chosen === undefined;
  return (
    <form
      className="go-to"
      onSubmit={(event) => {
        event.preventDefault();
        go('show', chosen);
      }}
    >
      <label className="go-to-group" htmlFor={`${id}group`}>
        {t('goTo.collective.group')}
      </label>
      <select
        id={`${id}group`}
        className="text-field"
        value={group}
        onChange={(event) => {
          keptGroup(session).setState({ key: event.target.value });
          setText('1');
        }}
      >
        {groups.map((own) => (
          <option key={own.key} value={own.key}>
            {own.ranks.length === 0
              ? own.name
              : t('goTo.collective.groupOf', {
                  name: own.name,
                  ranks: own.ranks.join(', '),
                  n: formatCount(own.ranks.length),
                })}
          </option>
        ))}
      </select>
      <div className="go-to-field">
        <input
          ref={field}
          className="text-field number"
          aria-label={t('goTo.collective.number')}
          aria-invalid={isWrong}
          aria-describedby={`${id}said`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        <Button disabled={!chosen} onClick={() => go('align', chosen)}>
          {t('goTo.collective.align')}
        </Button>
        <Button variant="primary" type="submit" disabled={!chosen}>
          {t('goTo.go')}
        </Button>
      </div>
      <p id={`${id}said`} className={isWrong ? 'field-error' : 'field-hint'} aria-live="polite">
        {chosen
          ? t('goTo.collective.is', { name: nameText(chosen, t), count: chosen.rankCount })
          : isWrong
            ? t('goTo.collective.outside', { count: all.length, n: formatCount(all.length) })
            : t('goTo.collective.reading')}
      </p>
      <VirtualList
        label={t('goTo.collective.list')}
        className="go-to-steps"
        items={all}
        rowHeight={24}
        keyOf={(own) => `${own.step} ${own.name}`}
        currentIndex={number - 1}
        onCurrentChange={(at) => setText(String(at + 1))}
        activatesOn="doubleClick"
        onActivate={(own) => go('show', own)}
        renderRow={(own, at) => (
          <div className="go-to-collective">
            <span className="number">{formatCount(at + 1)}</span>
            <span title={own.name}>
              <MiddleCut text={own.name} />
            </span>
            <span>{stepText(own, t)}</span>
          </div>
        )}
      />
    </form>
  );
}

function nameText(chosen: CollectiveName, t: (key: string, values: { readonly number: string }) => string): string {
  return [chosen.name, stepText(chosen, t)].filter((text) => text !== '').join(' · ');
}

function stepText({ step }: CollectiveName, t: (key: string, values: { readonly number: string }) => string): string {
  return step === '' ? '' : t('goTo.step', { number: step });
}
