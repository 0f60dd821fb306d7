import {
  Ban,
  ChartArea,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleDashed,
  CircleX,
  Code,
  Cpu,
  Files,
  FileText,
  Info,
  Layers2,
  LoaderCircle,
  type LucideIcon,
  MessageSquareWarning,
  Minus,
  Network,
  Server,
  SquareStack,
  Terminal,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GroupKind, RankState } from '../../../src-worker/api';
import { progressShare, rankEventCount } from '../dumpSummary';
import { formatBytes, formatCount, formatShare } from '../format';
import { useNoticeText } from '../notices/noticeText';
import type { Section, TreeRow } from './treeRows';

const groupIcons: Record<GroupKind, LucideIcon> = {
  python: Code,
  cann: Terminal,
  hardware: Cpu,
  communication: Network,
  overlap: Layers2,
  counters: ChartArea,
  other: SquareStack,
};
const sectionIcons: Record<Section, LucideIcon> = { files: Files, notices: MessageSquareWarning, skipped: Ban };
const noticeIcons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

interface TreeRowViewProps {
  readonly row: TreeRow;
  readonly onToggle: () => void;
}

export function TreeRowView({ row, onToggle }: TreeRowViewProps) {
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
            onToggle();
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
    case 'host':
      return <Labelled icon={Server} name={row.name || t('tree.unknownHost')} detail={formatCount(row.rankCount)} />;
    case 'rank':
      return <RankRow rank={row.rank} />;
    case 'group':
      return <Labelled icon={groupIcons[row.groupKind]} name={row.name} detail={row.detail} />;
    case 'lane':
      return (
        <Labelled
          icon={row.isCounter ? ChartArea : Minus}
          name={row.name}
          detail={row.isComputed ? t('tree.computed') : ''}
        />
      );
    case 'section':
      return (
        <Labelled
          icon={sectionIcons[row.section]}
          name={t(`tree.${row.section}`)}
          detail={formatCount(row.count)}
          tone={row.section === 'files' ? '' : 'tree-warning'}
        />
      );
    case 'file':
      return (
        <Labelled
          icon={FileText}
          name={row.file.path.split(/[\\/]/).at(-1) ?? row.file.path}
          detail={row.file.role === 'unread' ? t('tree.unread') : formatBytes(row.file.sizeBytes)}
          title={`${row.file.path}\n${t(`tree.role.${row.file.role}`)}`}
          tone={row.file.role === 'unread' ? 'tree-muted' : ''}
        />
      );
    case 'notice':
      return <NoticeRow row={row} />;
    case 'skipped':
      return <SkippedRow row={row} />;
  }
}

interface LabelledProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly detail?: string;
  readonly title?: string;
  readonly tone?: string;
}

function Labelled({ icon: Icon, name, detail, title, tone = '' }: LabelledProps) {
  return (
    <span className={`tree-label ${tone}`} title={title ?? name}>
      <Icon size={13} aria-hidden className="tree-icon" />
      <span className="tree-name">{name}</span>
      {detail && <span className="tree-detail">{detail}</span>}
    </span>
  );
}

function RankRow({ rank }: { readonly rank: RankState }) {
  const { t } = useTranslation();
  const share = progressShare(rank.progress);
  const states: Record<RankState['status'], { readonly icon: LucideIcon | undefined; readonly detail: string }> = {
    waiting: { icon: CircleDashed, detail: t('rank.waiting') },
    indexing: { icon: LoaderCircle, detail: share === undefined ? '' : formatShare(Math.floor(share * 100) / 100) },
    ready: { icon: undefined, detail: formatCount(rankEventCount(rank)) },
    'no-timeline': { icon: Info, detail: t('rank.noTimeline') },
    cancelled: { icon: Ban, detail: t('rank.cancelled') },
    failed: { icon: CircleX, detail: t('rank.failed') },
  };
  const { icon: Icon, detail } = states[rank.status];
  return (
    <span
      className={`tree-label tree-rank-${rank.status}`}
      title={[rank.hostName, rank.folder].filter(Boolean).join('\n')}
    >
      <span className="tree-name">{rank.label}</span>
      {Icon && <Icon size={13} aria-hidden className={rank.status === 'indexing' ? 'spinning' : ''} />}
      <span className="tree-detail" title={rank.status === 'ready' ? eventCountTitle(rank) : undefined}>
        {detail}
      </span>
    </span>
  );
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
    />
  );
}
