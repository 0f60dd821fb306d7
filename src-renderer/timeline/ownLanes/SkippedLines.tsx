import { useTranslation } from 'react-i18next';
import type { SkippedEvents } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useNoticeText } from '../../ui/notices/noticeText';

/** Lines of a file that are not shown: how many, why, and where the first of them stand. */
export function SkippedLines({ skipped }: { readonly skipped: readonly SkippedEvents[] }) {
  return skipped.length === 0 ? null : (
    <ul className="skipped-lines">
      {skipped.map((own) => (
        <SkippedLine key={own.notice.code} skipped={own} />
      ))}
    </ul>
  );
}

/** Offsets named at most. */
const MOST_NAMED = 5;

function SkippedLine({ skipped: { notice, eventCount, byteOffsets } }: { readonly skipped: SkippedEvents }) {
  const { t } = useTranslation();
  const text = useNoticeText(notice);
  const named = byteOffsets.slice(0, MOST_NAMED).map((offset) => formatCount(offset));
  return (
    <li>
      <b>{t('ownLanes.skipped', { count: eventCount, n: formatCount(eventCount) })}</b> · {text}{' '}
      <span className="skipped-offsets number">
        {t('tree.byteOffsets', { offsets: named.join(' · ') })}
        {named.length < eventCount && ' …'}
      </span>
    </li>
  );
}
