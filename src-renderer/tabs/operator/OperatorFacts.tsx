import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FlopUnknown, Notice } from '../../../src-contract';
import { formatCount, formatDuration, formatExactDuration } from '../../base/format';
import { formatExactUnit, formatUnit } from '../../base/formatUnit';
import { useRecordingText } from '../../session/answers/RecordingText';
import { useSessionState } from '../../session/answers/useSession';
import { useNoticeText } from '../../ui/notices/noticeText';
import type { OperatorContext } from './operatorContext';

interface Fact {
  readonly id: string;
  readonly value: string;
  readonly exact?: string;
}

/** One line of what the kernels of the chosen ranks come to, and what is missing. */
export function OperatorFacts({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const facts = factsOf(context, t('operator.facts.notKnown'));
  return (
    <div className="operator-facts">
      <dl>
        {facts.map(({ id, value, exact }) => (
          <div key={id} className="operator-fact" data-fact={id}>
            <dt className="has-definition" title={t(`operator.facts.${id}.definition`)}>
              {t(`operator.facts.${id}.title`)}
            </dt>
            <dd title={exact}>{value}</dd>
          </div>
        ))}
      </dl>
      <Missing context={context} />
    </div>
  );
}

function factsOf({ overview, chip }: OperatorContext, notKnown: string): readonly Fact[] {
  const { totals } = overview;
  const duration = (id: string, ns: number): Fact => ({
    id,
    value: formatDuration(ns),
    exact: formatExactDuration(ns),
  });
  const count = (id: string, value: number): Fact => ({ id, value: formatCount(value) });
  const hasState = totals.dynamicCount + totals.staticCount > 0;
  return [
    count('kernels', totals.computeCount),
    duration('computeTime', totals.computeNs),
    ...(totals.computeBusyNs < totals.computeNs ? [duration('busyTime', totals.computeBusyNs)] : []),
    ...(totals.communicationCount > 0
      ? [count('collectives', totals.communicationCount), duration('communicationTime', totals.communicationNs)]
      : []),
    ...(totals.streamCount > 0 ? [count('streams', totals.streamCount), count('tasks', totals.taskCount)] : []),
    ...(hasState ? [count('dynamic', totals.dynamicCount)] : []),
    ...(totals.aiCpuCount > 0 ? [count('aiCpu', totals.aiCpuCount), duration('aiCpuTime', totals.aiCpuNs)] : []),
    ...(totals.flopNs > 0
      ? [
          { id: 'flop', value: formatUnit(totals.flop, 'FLOP'), exact: formatExactUnit(totals.flop, 'FLOP') },
          { id: 'flopRate', value: formatUnit(totals.flop / (totals.flopNs * 1e-9), 'FLOP/s') },
          {
            id: 'utilisation',
            value:
              chip === undefined || Number.isNaN(totals.utilisation)
                ? notKnown
                : formatUnit(totals.utilisation, 'percent'),
            exact: chip?.chip.name ?? notKnown,
          },
        ]
      : []),
  ];
}

/** Which ranks have no kernels, or have them from elsewhere; files that could not be read; FLOPs that are not known. */
function Missing({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const { overview } = context;
  const labels = (source: string | undefined) =>
    overview.ranks.filter((own) => own.source === source).map(({ rank }) => ranks[rank]?.label ?? String(rank));
  const without = labels(undefined);
  const fromTimeline = labels('timeline');
  const fromDatabase = labels('database');
  const notices = overview.ranks.flatMap((own) => own.notices);
  const unknown = overview.unknownFlops;
  const shapes = useSessionState(({ views }) => views?.columnOptions['kernel-shapes']);
  const recordingText = useRecordingText();
  const howOf = (reason: FlopUnknown) =>
    shapes && reason === 'no-shapes' ? ` ${t('recording.option', { option: recordingText(shapes) })}` : '';
  if (without.length + fromTimeline.length + fromDatabase.length + notices.length + unknown.length === 0) return null;
  return (
    <ul className="operator-missing">
      {without.length > 0 && (
        <MissingLine tone="warning" text={t('operator.missing.kernels', { ranks: without.join(', ') })} />
      )}
      {fromTimeline.length > 0 && (
        <MissingLine tone="info" text={t('operator.missing.fromTimeline', { ranks: fromTimeline.join(', ') })} />
      )}
      {fromDatabase.length > 0 && (
        <MissingLine tone="info" text={t('operator.missing.fromDatabase', { ranks: fromDatabase.join(', ') })} />
      )}
      {notices.map((notice) => (
        <NoticeText key={`${notice.code} ${notice.path} ${notice.byteOffset}`} notice={notice} />
      ))}
      {unknown.map(({ reason, count, totalNs }) => (
        <MissingLine
          key={reason}
          tone="info"
          text={`${t(`operator.unknownFlop.${reason}`, { count, n: formatCount(count), time: formatDuration(totalNs) })}${howOf(reason)}`}
        />
      ))}
    </ul>
  );
}

function NoticeText({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation();
  const text = useNoticeText(notice);
  const { path, byteOffset } = notice;
  const offset = byteOffset === undefined ? undefined : t('common.atByte', { offset: formatCount(byteOffset) });
  const place = [path, offset].filter((part) => part !== undefined).join(', ');
  return <MissingLine tone="warning" text={place === '' ? text : `${text} (${place})`} />;
}

function MissingLine({ text, tone }: { readonly text: string; readonly tone: 'info' | 'warning' }) {
  return (
    <li className={`operator-missing-${tone}`} title={text}>
      {tone === 'warning' && <TriangleAlert size={13} aria-hidden />}
      <span>{text}</span>
    </li>
  );
}
