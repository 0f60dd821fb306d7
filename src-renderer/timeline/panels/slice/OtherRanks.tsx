import { useTranslation } from 'react-i18next';
import type { SliceDetails } from '../../../../src-contract';
import { unitOfValues } from '../../../base/columnUnit';
import { formatCount, MINUS } from '../../../base/format';
import { joinSentences } from '../../../base/joinSentences';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useSessionState } from '../../../session/answers/useSession';
import { SliceRow } from './SliceRow';

interface OtherRanksProps {
  readonly slice: SliceDetails;
  /** The panel is in front. */
  readonly isShown: boolean;
}

/** The same call on all ranks, with how much longer or shorter it is there: each a jump. */
export function OtherRanks({ slice, isShown }: OtherRanksProps) {
  const { t } = useTranslation();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const isAsked = isShown && ranks.length > 1;
  const { value: calls } = useAnswer('timeline.sameCall', isAsked ? { slice: slice.ref } : undefined);
  const found = calls?.ranks.filter((own) => own.slice !== undefined) ?? [];
  if (!calls || found.length < 2) return null;
  const { nth, step } = calls;
  const unit = unitOfValues(
    'duration',
    found.map((own) => own.slice!.durationNs),
  );
  const missing = calls.ranks.length - found.length;
  return (
    <section className="slice-section" aria-label={t('slicePanel.ranks')}>
      <h3 className="section-title">{t('slicePanel.ranks')}</h3>
      <p className="panel-hint">
        {joinSentences([
          step === undefined
            ? t('slicePanel.nth', { n: formatCount(nth) })
            : t('slicePanel.nthOfStep', { n: formatCount(nth), step }),
          ...(missing > 0 ? [t('slicePanel.lacking', { count: missing, n: formatCount(missing) })] : []),
        ])}
      </p>
      <ul>
        {found.map((own) => (
          <li key={own.rank}>
            <SliceRow
              slice={own.slice!}
              unit={unit}
              text={ranks[own.rank]?.label ?? String(own.rank)}
              isCurrent={own.rank === slice.ref.rank}
              more={<span className="number call-change">{changeText(own.slice!.durationNs, slice.durationNs)}</span>}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "+12 %"; '' where there is nothing to compare with, or no difference to tell. */
function changeText(ns: number, ofNs: number): string {
  if (ofNs === 0) return '';
  const percent = Math.round((100 * (ns - ofNs)) / ofNs);
  if (percent === 0) return '';
  return `${percent > 0 ? '+' : MINUS}${formatCount(Math.abs(percent))}\u202f%`;
}
