import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { LANE_FILE_UNITS, type LaneFileReading, type LaneFileReport, type LaneFileUnit } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { parseOffset } from '../../base/parseTime';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { laneFilesOf, type WaitingLaneFile } from '../../session/ownLanes/laneFiles';
import { LONGEST_LANE_NAME, ownLanesOf } from '../../session/ownLanes/ownLanes';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { Dialog } from '../../ui/Dialog';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { SkippedLines } from './SkippedLines';
import './ownLanes.css';

/** How the next file that was added is read: asked where it does not say itself, and shown what comes of it. */
export function LaneFileDialog() {
  const files = laneFilesOf(useSession());
  const [next] = useStore(files, (state) => state.waiting);
  if (!next) return null;
  const done = () => files.setState(({ waiting }) => ({ waiting: waiting.slice(1) }));
  return <AskAbout key={next.path} file={next} onDone={done} />;
}

function AskAbout({ file, onDone }: { readonly file: WaitingLaneFile; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const { path, report } = file;
  const fileName = path.split(/[\\/]/).at(-1) ?? path;
  const [name, setName] = useState(fileName.slice(0, LONGEST_LANE_NAME));
  const [unit, setUnit] = useState<LaneFileUnit | undefined>(report.likelyUnit);
  const [origin, setOrigin] = useState(report.likelyOrigin);
  const [later, setLater] = useState('');
  const [place, setPlace] = useState<string>();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const timelines = ranks.filter(({ status }) => status !== 'no-timeline');
  const rank = timelines.find((own) => own.place === place) ?? timelines[0];
  const byNs = parseOffset(later === '' ? '0' : later);
  const isTold = !report.needsUnit || unit !== undefined;
  const reading: LaneFileReading | undefined =
    byNs === undefined || !isTold
      ? undefined
      : { ...(report.needsUnit && unit && { unit }), origin, byNs, ...(place !== undefined && { place }) };
  const { engine, dumpId, questions } = session;
  const answer = useLatestAnswer(
    rank && reading && JSON.stringify([rank.index, reading]),
    async (signal) =>
      rank && questions.follow((question) => engine.laneFile(dumpId, path, rank.index, reading, question), signal),
    { delayMs: 200 },
  );
  // Nothing would be added. While that is not known yet it may be.
  const isNothing = answer.value !== undefined && !answer.isAsking && answer.value.laneCount === 0;
  const canAdd = reading !== undefined && !isNothing;
  const add = () => {
    if (!canAdd) return;
    ownLanesOf(session)
      .addFile({ name: name.trim() || fileName, path, reading })
      .catch(shell.reportError);
    onDone();
  };
  const id = useId();
  return (
    <Dialog
      title={t('ownLanes.file.title')}
      width={560}
      onClose={onDone}
      footer={
        <>
          <Button onClick={onDone}>{t('ownLanes.file.cancel')}</Button>
          <Button variant="primary" disabled={!canAdd} onClick={add}>
            {t('ownLanes.file.add')}
          </Button>
        </>
      }
    >
      <form
        className="lane-file"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div className="lane-file-field">
          <label htmlFor={`${id}name`}>{t('ownLanes.file.name')}</label>
          <input
            id={`${id}name`}
            className="text-field"
            maxLength={LONGEST_LANE_NAME}
            value={name}
            data-first-focus={report.needsUnit ? undefined : true}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Columns report={report} />
        {report.needsUnit && (
          <div className="lane-file-field">
            <label htmlFor={`${id}unit`}>{t('ownLanes.file.unit')}</label>
            <select
              id={`${id}unit`}
              className="text-field"
              data-first-focus
              value={unit ?? ''}
              onChange={(event) => setUnit(LANE_FILE_UNITS.find((own) => own === event.target.value))}
            >
              <option value="">{t('ownLanes.file.choose')}</option>
              {LANE_FILE_UNITS.map((own) => (
                <option key={own} value={own}>
                  {t(`ownLanes.unit.${own}`)}
                </option>
              ))}
            </select>
          </div>
        )}
        <ChoiceGroup
          label={t('ownLanes.file.origin')}
          value={origin}
          options={(['clock', 'start'] as const).map((value) => ({ value, label: t(`ownLanes.origin.${value}`) }))}
          onChange={setOrigin}
        />
        <div className="lane-file-field">
          <label htmlFor={`${id}later`}>{t('ownLanes.file.later')}</label>
          <input
            id={`${id}later`}
            className="text-field number"
            placeholder="0 ns"
            value={later}
            aria-invalid={byNs === undefined}
            onChange={(event) => setLater(event.target.value)}
          />
        </div>
        {byNs === undefined && <span className="field-error">{t('lanes.offset.invalid')}</span>}
        {!report.hasRanks && timelines.length > 1 && (
          <div className="lane-file-field">
            <label htmlFor={`${id}rank`}>{t('ownLanes.file.rank')}</label>
            <select
              id={`${id}rank`}
              className="text-field"
              value={rank?.place}
              onChange={(event) => setPlace(event.target.value)}
            >
              {timelines.map((own) => (
                <option key={own.place} value={own.place}>
                  {own.label}
                </option>
              ))}
            </select>
          </div>
        )}
        {/* Nothing is read for a time that is none: what is wrong with it stands at its field. */}
        {byNs !== undefined && (
          <Outcome report={answer.value} isAsking={answer.isAsking} isTold={isTold} rank={rank?.label ?? ''} />
        )}
      </form>
    </Dialog>
  );
}

/** What its columns are taken for. */
function Columns({ report }: { readonly report: LaneFileReport }) {
  const { t } = useTranslation();
  const roles = [...new Set(report.columns.map(({ role }) => role))];
  return (
    <p className="lane-file-columns">
      {roles.map((role) => (
        <span key={role}>
          {t(`ownLanes.role.${role}`)}{' '}
          <b>
            {report.columns
              .filter((own) => own.role === role)
              .map(({ header }) => header.trim())
              .join(', ')}
          </b>
        </span>
      ))}
    </p>
  );
}

interface OutcomeProps {
  readonly report: LaneFileReport | undefined;
  readonly isAsking: boolean;
  readonly isTold: boolean;
  readonly rank: string;
}

/** What would be added, and which lines would not. */
function Outcome({ report, isAsking, isTold, rank }: OutcomeProps) {
  const { t } = useTranslation();
  if (!isTold) return <output className="lane-file-outcome">{t('ownLanes.file.needsUnit')}</output>;
  if (!report) return <output className="lane-file-outcome">{t('ownLanes.file.reading')}</output>;
  const { sliceCount, sampleCount, laneCount, withinCount, notices, skipped } = report;
  const count = sliceCount + sampleCount;
  const values = {
    slices: t('ownLanes.file.slices', { count: sliceCount, n: formatCount(sliceCount) }),
    samples: t('ownLanes.file.samples', { count: sampleCount, n: formatCount(sampleCount) }),
  };
  return (
    <output className="lane-file-outcome" aria-busy={isAsking}>
      <p>
        {laneCount === 0
          ? t('ownLanes.file.none')
          : t('ownLanes.file.outcome', { count: laneCount, n: formatCount(laneCount), ...values })}{' '}
        {count > 0 &&
          (withinCount === 0
            ? t('ownLanes.file.noneWithin', { rank })
            : t('ownLanes.file.within', { within: formatCount(withinCount), n: formatCount(count), rank }))}
      </p>
      {notices.map((notice) => (
        <NoticeLine key={notice.code} notice={notice} />
      ))}
      <SkippedLines skipped={skipped} />
    </output>
  );
}
