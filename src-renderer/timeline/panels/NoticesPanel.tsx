import { Ban, CircleCheck } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import type { SkippedEvents } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { ownLanesOf } from '../../session/ownLanes/ownLanes';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { useNoticeText } from '../../ui/notices/noticeText';
import { PathText } from '../../ui/PathText';
import { useVirtualRows } from '../../ui/useVirtualRows';
import { type NoticeListLine, noticeLines } from './noticeLines';

/**
 * All that could not be read, and why: notices, then events left out with their byte offsets, rank after rank. A job of
 * hundreds of ranks may have thousands; only what is on screen is in the document.
 */
export function NoticesPanel() {
  const { t } = useTranslation();
  const title = useSessionState((state) => state.dump.title);
  const notices = useSessionState((state) => state.dump.notices);
  const ranks = useSessionState((state) => state.dump.ranks);
  const ownNotes = useStore(ownLanesOf(useSession()).store, (state) => state.notes);
  const ownTitle = t('made.own');
  const lines = useMemo(
    () => noticeLines({ title, notices, ranks }, { title: ownTitle, notes: ownNotes }),
    [title, notices, ranks, ownTitle, ownNotes],
  );
  const box = useRef<HTMLDivElement>(null);
  const { rows, height } = useVirtualRows({
    box,
    count: lines.length,
    rowHeight: LINE_HEIGHT,
    keyOf: (index) => lines[index]!.key,
    isMeasured: true,
  });
  if (lines.length === 0) {
    return <EmptyState size="panel" icon={CircleCheck} title={t('notices.noneTitle')} text={t('notices.noneText')} />;
  }
  return (
    <div ref={box} className="notices-panel">
      <div className="virtual-list-content" style={{ height }}>
        {rows.map(({ index, place, key }) => (
          <div key={key} className="notices-line" {...place}>
            <Line line={lines[index]!} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Until a line is measured. */
const LINE_HEIGHT = 44;

const Line = memo(
  ({ line }: { readonly line: NoticeListLine }) => {
    switch (line.kind) {
      case 'heading':
        return <h3 className="section-title">{line.title}</h3>;
      case 'notice':
        return <NoticeLine notice={line.notice} />;
      case 'skipped':
        return <SkippedLine skipped={line.skipped} />;
    }
  },
  (before, after) => shallow(before.line, after.line),
);

function SkippedLine({ skipped }: { readonly skipped: SkippedEvents }) {
  const { t } = useTranslation();
  const { notice, eventCount, byteOffsets } = skipped;
  const text = useNoticeText(notice);
  return (
    <div className="notice notice-warning">
      <Ban size={14} aria-hidden className="notice-icon" />
      <div className="notice-body">
        <div className="notice-text">
          <b>{t('count.skipped', { count: eventCount, n: formatCount(eventCount) })}</b> · {text}
        </div>
        <div className="notice-place">
          {notice.path !== undefined && (
            <>
              <PathText path={notice.path} title={notice.path} />
              <CopyButton text={notice.path} label={t('common.copyPath')} />
            </>
          )}
        </div>
        {byteOffsets.length > 0 && (
          <div className="notice-offsets number">
            {t('tree.byteOffsets', { offsets: byteOffsets.map((offset) => formatCount(offset)).join(' · ') })}
            {byteOffsets.length < eventCount && ' …'}
            <CopyButton text={byteOffsets.join('\n')} />
          </div>
        )}
      </div>
    </div>
  );
}
