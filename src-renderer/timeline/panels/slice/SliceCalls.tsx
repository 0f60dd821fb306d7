import { useTranslation } from 'react-i18next';
import type { SliceDetails, SliceSummary } from '../../../../src-contract';
import { unitOfValues } from '../../../base/columnUnit';
import { formatCount } from '../../../base/format';
import { useAnswer } from '../../../session/answers/useAnswer';
import { SliceRow } from './SliceRow';

interface SliceCallsProps {
  readonly slice: SliceDetails;
  /** The panel is in front. */
  readonly isShown: boolean;
}

/** What encloses the slice, and what it encloses, each a jump. */
export function SliceCalls({ slice, isShown }: SliceCallsProps) {
  const { t } = useTranslation();
  const { value: around } = useAnswer('timeline.around', isShown ? { slice: slice.ref } : undefined);
  if (!around || (around.parents.length === 0 && around.children.length === 0)) return null;
  const { parents, children, childCount } = around;
  const isCut = childCount === undefined || childCount > children.length;
  return (
    <section className="slice-section" aria-label={t('slicePanel.calls')}>
      <h3 className="section-title">{t('slicePanel.calls')}</h3>
      <CallList title={t('slicePanel.parents')} count={formatCount(parents.length)} slices={parents} />
      <CallList
        title={t('slicePanel.children')}
        count={childCount === undefined ? `${formatCount(children.length)}+` : formatCount(childCount)}
        slices={children}
      />
      {isCut && <p className="section-empty">{t('slicePanel.firstShown', { n: formatCount(children.length) })}</p>}
    </section>
  );
}

interface CallListProps {
  readonly title: string;
  readonly count: string;
  readonly slices: readonly SliceSummary[];
}

function CallList({ title, count, slices }: CallListProps) {
  if (slices.length === 0) return null;
  const unit = unitOfValues(
    'duration',
    slices.map(({ durationNs }) => durationNs),
  );
  return (
    <div className="links">
      <h4 className="links-title">
        {title} <span className="badge">{count}</span>
      </h4>
      <ul>
        {slices.map((slice) => (
          <li key={slice.ref.slice}>
            <SliceRow slice={slice} unit={unit} />
          </li>
        ))}
      </ul>
    </div>
  );
}
