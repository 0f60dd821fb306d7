import { ChartNoAxesGantt, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CriticalPath, PATH_PARTS, type PathComponent, type PathOp } from '../../../src-contract';
import { mostGraphNodes } from '../../../src-contract/findings/limits';
import { rankCellText } from '../../../src-contract/findings/sentence';
import { formatInColumn, unitOfValues } from '../../base/columnUnit';
import { formatCount, formatDuration, formatExactDuration, formatShare } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { FailedAnswerLine } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { JobPicker } from '../../session/JobPicker';
import { useShell } from '../../session/shell';
import { ofShownJob, useShownJob } from '../../session/shownJob';
import { showSlice } from '../../session/showSlice';
import { Button } from '../../ui/Button';
import { lyingBarsHeight } from '../../ui/chart/bars/barModel';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { Card } from '../../ui/layout/Card';
import { MiddleCut } from '../../ui/MiddleCut';
import { hasPaths, removePaths, showPath } from './showPath';
import { WhatIfForm } from './WhatIfForm';

/** CSS pixels. */
const barHeight = 28;
/** Rows shown; the whole table is in the JSON. */
const MOST_OPS = 12;

/** What a step took so long for: one sentence, one bar as long as the step, the ops on the path, and what if. */
export function PathCard() {
  const { t } = useTranslation();
  const job = useShownJob();
  const answer = useAnswer('findings.path', ofShownJob(job));
  const path = answer.value;
  // Another dump may have one.
  if (!path && answer.error === undefined && job.shown)
    return (
      <Card title={t('findings.path.title')} tools={<JobPicker />} isReading={answer.isAsking}>
        {!answer.isAsking && <p className="path-sentence">{t('findings.path.none')}</p>}
      </Card>
    );
  if (!path)
    return answer.error === undefined ? null : (
      <Card title={t('findings.path.title')} tools={<JobPicker />}>
        <FailedAnswerLine answer={answer} />
      </Card>
    );
  return (
    <Card title={t('findings.path.title')} definition={t('findings.path.definition')} tools={<JobPicker />}>
      <p className="path-sentence">
        <PathSentence path={path} />
      </p>
      <ShowPathButton path={path} />
      <PathBar path={path} />
      <div className="path-ops-scroll">
        <PathOps ops={path.ops.slice(0, MOST_OPS)} />
      </div>
      <WhatIfForm />
    </Card>
  );
}

function ShowPathButton({ path }: { readonly path: CriticalPath }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const isShown = useSessionState(({ dump }) => hasPaths(dump));
  const show = () => showPath(session, shell, { index: path.index, step: path.position });
  return (
    <div className="path-actions">
      <Button onClick={() => void show().catch(shell.reportError)} icon={ChartNoAxesGantt}>
        {t('findings.path.show')}
      </Button>
      {isShown && (
        <Button variant="quiet" icon={X} onClick={() => void removePaths(session).catch(shell.reportError)}>
          {t('findings.path.remove')}
        </Button>
      )}
    </div>
  );
}

function PathSentence({ path }: { readonly path: CriticalPath }) {
  const { t } = useTranslation();
  const [most] = path.components;
  const others = path.ranks.filter(({ label }) => label !== path.label);
  const [other] = others;
  const stepNs = path.endNs - path.startNs;
  return [
    t(path.step === undefined ? 'findings.path.whole' : 'findings.path.step', {
      step: path.step,
      rank: path.label,
      time: formatDuration(stepNs),
    }),
    most &&
      t('findings.path.most', { part: t(`findings.component.${most.component}`), share: formatShare(most.share) }),
    other && t('findings.path.other', { time: formatDuration(other.ns), rank: other.label }),
    path.ranksLeftOut > 0
      ? t('findings.path.leftOut', {
          count: path.ranksLeftOut,
          n: formatCount(path.ranksLeftOut),
          most: formatCount(mostGraphNodes),
        })
      : path.ranksJoined === 1 && t('findings.path.alone'),
  ]
    .filter(Boolean)
    .join(t('findings.path.gap'));
}

function PathBar({ path }: { readonly path: CriticalPath }) {
  const { t } = useTranslation();
  const chart = useMemo(() => {
    const nsOf = (of: readonly PathComponent[]) =>
      path.components.reduce((sum, own) => sum + (of.includes(own.component) ? own.ns : 0), 0);
    return {
      bars: [rankCellText(path)],
      parts: PATH_PARTS.map(({ id, hue: colour, of }) => ({
        id,
        colour,
        name: t(`findings.pathPart.${id}`),
        values: [nsOf(of)],
      })).filter(({ values: [ns] }) => (ns ?? 0) > 0),
    };
  }, [path, t]);
  return (
    <StackedBarChart
      label={t('findings.path.title')}
      {...chart}
      unit="duration"
      barTitle={t('findings.split.rank')}
      plotHeight={lyingBarsHeight(1, barHeight)}
    />
  );
}

/** Most time first; a name leads to the longest of its stretches. */
function PathOps({ ops }: { readonly ops: readonly PathOp[] }) {
  const { t } = useTranslation();
  const hasSlack = ops.some(({ slackNs }) => !Number.isNaN(slackNs));
  const timeUnit = unitOfValues(
    'duration',
    ops.map(({ ns }) => ns),
  );
  const slackUnit = unitOfValues(
    'duration',
    ops.map(({ slackNs }) => slackNs),
  );
  return (
    <table className={`path-ops ${ops.some((own) => rankCellText(own) === own.label) ? 'has-labels' : ''}`}>
      <thead>
        <tr>
          <th>{t('findings.path.op')}</th>
          <th>{t('findings.split.rank')}</th>
          <th>{t('findings.path.component')}</th>
          <th className="number">{t('findings.path.time')}</th>
          <th className="number">{t('findings.path.share')}</th>
          {hasSlack && (
            <th className="number has-definition" title={t('findings.path.slackHint')}>
              {t('findings.path.slack')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ops.map((own) => (
          <tr key={`${own.component} ${own.label} ${own.name}`}>
            <td>
              <OpName own={own} />
            </td>
            <td title={own.label}>
              <MiddleCut text={rankCellText(own)} />
            </td>
            <td title={t(`findings.component.${own.component}`)}>{t(`findings.component.${own.component}`)}</td>
            <td className="number" title={formatExactDuration(own.ns)}>
              {formatInColumn(own.ns, 'duration', timeUnit)}{' '}
              <span className="path-ops-count">× {formatCount(own.count)}</span>
            </td>
            <td className="number">{formatUnit(100 * own.share, 'percent')}</td>
            {hasSlack && (
              <td className="number" title={Number.isNaN(own.slackNs) ? undefined : formatExactDuration(own.slackNs)}>
                {formatInColumn(own.slackNs, 'duration', slackUnit) || '–'}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OpName({ own: { name, place, longest, component } }: { readonly own: PathOp }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const text =
    place !== undefined
      ? t('findings.path.place', { place })
      : name === ''
        ? t(component === 'host' ? 'findings.path.unrecorded' : 'findings.path.nothing')
        : name;
  if (!longest) return <MiddleCut text={text} />;
  const show = () => showSlice(session, shell, session.engine.slice(session.dumpId, longest.ref));
  return (
    <button type="button" className="link-button" title={text} onClick={() => void show().catch(shell.reportError)}>
      <MiddleCut text={text} />
    </button>
  );
}
