import { Ban, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Notice, SkippedEvents } from '../../src-worker/api';
import { formatCount } from '../app/format';
import { NoticeLine } from '../app/notices/NoticeLine';
import { useNoticeText } from '../app/notices/noticeText';
import type { DumpSession } from '../app/session';
import { useSession } from '../app/useSession';
import { CopyButton } from '../ui/CopyButton';
import { EmptyState } from '../ui/EmptyState';

/** All that could not be read, and why: notices, then events left out with their byte offsets, rank after rank. */
export function NoticesPanel({ session }: { readonly session: DumpSession }) {
  const { t } = useTranslation();
  const dump = useSession(session, (state) => state.dump);
  const parts: readonly Part[] = [
    { key: 'dump', title: dump.title, notices: dump.notices, skipped: [] },
    ...dump.ranks.map(({ index, label, notices, skipped }) => ({ key: String(index), title: label, notices, skipped })),
  ].filter((part) => part.notices.length + part.skipped.length > 0);
  if (parts.length === 0) {
    return <EmptyState size="panel" icon={CircleCheck} title={t('notices.noneTitle')} text={t('notices.noneText')} />;
  }
  return (
    <div className="notices-panel">
      {parts.map((part) => (
        <section key={part.key} aria-label={part.title}>
          <h3 className="section-title">{part.title}</h3>
          {part.notices.map((notice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notices are only ever added
            <NoticeLine key={index} notice={notice} />
          ))}
          {part.skipped.map((skipped, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notices are only ever added
            <SkippedLine key={index} skipped={skipped} />
          ))}
        </section>
      ))}
    </div>
  );
}

interface Part {
  readonly key: string;
  readonly title: string;
  readonly notices: readonly Notice[];
  readonly skipped: readonly SkippedEvents[];
}

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
              <span className="path" title={notice.path}>
                <bdi>{notice.path}</bdi>
              </span>
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
