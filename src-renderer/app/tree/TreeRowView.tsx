import {
  Ban,
  ChartArea,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleDashed,
  CircleX,
  Files,
  FileText,
  Info,
  Layers,
  LoaderCircle,
  type LucideIcon,
  MessageSquareWarning,
  Minus,
  Server,
  Sigma,
  TriangleAlert,
} from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { shallow } from 'zustand/shallow';
import type { RankState } from '../../../src-contract';
import { formatBytes, formatCount, formatShare } from '../../base/format';
import { useTimeFormat } from '../../base/useTimeFormat';
import { progressShare, rankEventCount } from '../../session/dumpSummary';
import { groupTitle, laneTitle } from '../../session/lanes/laneTitles';
import { groupIcons } from '../../ui/groupIcons';
import { MiddleCut } from '../../ui/MiddleCut';
import { useNoticeText } from '../../ui/notices/noticeText';
import type { Section, TreeRow } from './treeRows';

const sectionIcons: Record<Section, LucideIcon> = {
  files: Files,
  notices: MessageSquareWarning,
  skipped: Ban,
  jobFiles: Sigma,
};
const noticeIcons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

interface TreeRowViewProps {
  readonly row: TreeRow;
  /** The same function each time: a row is drawn again only when what it shows has changed. */
  readonly onToggle: (key: string) => void;
}

export const TreeRowView = memo(
  PlainTreeRowView,
  (before, after) => before.onToggle === after.onToggle && shallow(before.row, after.row),
);

function PlainTreeRowView({ row, onToggle }: TreeRowViewProps) {
  const Chevron = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      {row.isOpen === undefined ? (
        <span className="tree-fold" />
      ) : (
        // For the pointer only: keys and `aria-expanded` are on the row.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <span
          className="tree-fold"
          onClick={(event) => {
            event.stopPropagation();
            onToggle(row.key);
          }}
        >
          <Chevron size={13} aria-hidden />
        </span>
      )}
      <RowContent row={row} />
    </>
  );
}

function RowContent({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation();
  switch (row.kind) {
    case 'job':
      return <JobRow row={row} />;
    case 'host':
      return <Labelled icon={Server} name={row.name || t('tree.unknownHost')} detail={formatCount(row.rankCount)} />;
    case 'rank':
      return <RankRow rank={row.rank} />;
    case 'group':
      return <Labelled icon={groupIcons[row.groupKind]} name={groupTitle(row.group, t)} detail={row.detail} />;
    case 'lane':
      return (
        <Labelled
          icon={row.isCounter ? ChartArea : Minus}
          name={laneTitle(row.group, row.name, t)}
          detail={row.isComputed ? t('tree.computed') : ''}
        />
      );
    case 'section':
      return (
        <Labelled
          icon={sectionIcons[row.section]}
          name={t(`tree.${row.section}`)}
          detail={formatCount(row.count)}
          tone={row.isWarning ? 'tree-warning' : ''}
        />
      );
    case 'file':
      return (
        <Labelled
          icon={FileText}
          name={row.file.path.split(/[\\/]/).at(-1) ?? row.file.path}
          detail={row.file.role === 'unread' ? t('tree.unread') : formatBytes(row.file.sizeBytes)}
          title={`${row.file.path}\n${t(row.isOfJob ? 'tree.role.job' : `tree.role.${row.file.role}`)}`}
          tone={row.file.role === 'unread' ? 'tree-muted' : ''}
        />
      );
    case 'notice':
      return <NoticeRow row={row} />;
    case 'skipped':
      return <SkippedRow row={row} />;
  }
}

function JobRow({ row }: { readonly row: Extract<TreeRow, { kind: 'job' }> }) {
  const times = useTimeFormat();
  const { name, startedMs } = row.job;
  const started = startedMs === undefined ? '' : times.format(startedMs);
  return (
    <Labelled
      icon={Layers}
      name={name}
      detail={formatCount(row.rankCount)}
      title={[name, started].filter(Boolean).join('\n')}
    />
  );
}

interface LabelledProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly detail?: string;
  readonly title?: string;
  readonly tone?: string;
  /** Read from its beginning. */
  readonly isSentence?: boolean;
}

function Labelled({ icon: Icon, name, detail, title, tone = '', isSentence = false }: LabelledProps) {
  return (
    <span className={`tree-label ${tone}`} title={title ?? name}>
      <Icon size={13} aria-hidden className="tree-icon" />
      <span className="tree-name">{isSentence ? name : <MiddleCut text={name} />}</span>
      {detail && <span className="tree-detail">{detail}</span>}
    </span>
  );
}

const rankIcons: Record<RankState['status'], LucideIcon | undefined> = {
  unread: undefined,
  waiting: CircleDashed,
  indexing: LoaderCircle,
  ready: undefined,
  'no-timeline': Info,
  cancelled: Ban,
  failed: CircleX,
};

function RankRow({ rank }: { readonly rank: RankState }) {
  const detail = useRankDetail(rank);
  const Icon = rankIcons[rank.status];
  return (
    <span
      className={`tree-label tree-rank-${rank.status}`}
      title={[rank.label, rank.hostName, rank.folder].filter(Boolean).join('\n')}
    >
      <span className="tree-name">
        <MiddleCut text={rank.label} />
      </span>
      {Icon && <Icon size={13} aria-hidden className={rank.status === 'indexing' ? 'spinning' : ''} />}
      <span className="tree-detail" title={rank.status === 'ready' ? eventCountTitle(rank) : undefined}>
        {detail}
      </span>
    </span>
  );
}

/** How far it is, or how much there is. */
function useRankDetail(rank: RankState): string {
  const { t } = useTranslation();
  switch (rank.status) {
    case 'unread':
      return t('rank.unread');
    case 'waiting':
      return t('rank.waiting');
    case 'indexing': {
      const share = progressShare(rank.progress);
      return share === undefined ? '' : formatShare(Math.floor(share * 100) / 100);
    }
    case 'ready':
      return formatCount(rankEventCount(rank));
    case 'no-timeline':
      return t('rank.noTimeline');
    case 'cancelled':
      return t('rank.cancelled');
    case 'failed':
      return t('rank.failed');
  }
}

/** "X 4,384 · C 4,431 · …": what the events are, for the title. */
function eventCountTitle(rank: RankState): string {
  return Object.entries(rank.eventCounts)
    .map(([phase, count]) => `${phase} ${formatCount(count)}`)
    .join(' · ');
}

function NoticeRow({ row }: { readonly row: Extract<TreeRow, { kind: 'notice' }> }) {
  const { t } = useTranslation();
  const { notice } = row;
  const text = useNoticeText(notice);
  const place = [
    notice.path,
    notice.byteOffset === undefined ? undefined : t('common.atByte', { offset: formatCount(notice.byteOffset) }),
  ].filter((part) => part !== undefined);
  return (
    <Labelled
      icon={noticeIcons[notice.severity]}
      name={text}
      title={[text, ...place].join('\n')}
      tone={notice.severity === 'info' ? '' : `tree-${notice.severity}`}
      isSentence
    />
  );
}

function SkippedRow({ row }: { readonly row: Extract<TreeRow, { kind: 'skipped' }> }) {
  const { t } = useTranslation();
  const { notice, eventCount, byteOffsets } = row.skipped;
  const text = useNoticeText(notice);
  const offsets = t('tree.byteOffsets', { offsets: byteOffsets.map((offset) => formatCount(offset)).join(' · ') });
  return (
    <Labelled
      icon={Ban}
      name={text}
      detail={formatCount(eventCount)}
      title={[text, notice.path, offsets].filter(Boolean).join('\n')}
      tone="tree-warning"
      isSentence
    />
  );
}
