import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SliceDetails, SliceLink } from '../../../../src-contract';
import { type ColumnUnit, formatInColumn, unitOfValues } from '../../../base/columnUnit';
import { formatExactDuration } from '../../../base/format';
import { useSession } from '../../../session/answers/useSession';
import { MiddleCut } from '../../../ui/MiddleCut';
import { ColourSwatch } from '../ColourSwatch';

interface SliceLinksProps {
  readonly slice: SliceDetails;
}

/** The slices that arrows join to this one, each a jump: first those it comes from, then those it leads to. */
export function SliceLinks({ slice }: SliceLinksProps) {
  const { t } = useTranslation();
  return (
    <section className="slice-section" aria-label={t('slice.links')}>
      <h3 className="section-title">{t('slice.links')}</h3>
      {slice.links.length === 0 && <p className="section-empty">{t('slice.noLinks')}</p>}
      {(['incoming', 'outgoing'] as const).map((direction) => {
        const links = slice.links.filter((link) => link.direction === direction);
        if (links.length === 0) return null;
        const unit = unitOfValues(
          'duration',
          links.map(({ delayNs }) => delayNs),
        );
        return (
          <div key={direction} className="links">
            <h4 className="links-title">
              {t(`slice.${direction}`)} <span className="badge">{links.length}</span>
            </h4>
            <ul>
              {links.map((link, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one flow may reach the same slice twice
                <li key={index}>
                  <LinkRow slice={slice} link={link} unit={unit} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

interface LinkRowProps {
  readonly slice: SliceDetails;
  readonly link: SliceLink;
  /** Of the delays of the list. */
  readonly unit: ColumnUnit | undefined;
}

function LinkRow({ slice, link, unit }: LinkRowProps) {
  const { t } = useTranslation();
  const session = useSession();
  const Icon = link.direction === 'incoming' ? ArrowDownLeft : ArrowUpRight;
  return (
    <button
      type="button"
      className="link-row"
      title={`${link.other.name}\n${link.category} · ${t('slice.flowId')} ${link.flowId}`}
      onClick={() => session.actions.jumpTo(link.other, slice)}
    >
      <Icon size={13} aria-hidden />
      <ColourSwatch colour={link.other.colour} />
      <span className="link-name">
        <MiddleCut text={link.other.name} />
      </span>
      <span className={`number ${link.delayNs < 0 ? 'is-negative' : ''}`} title={formatExactDuration(link.delayNs)}>
        {t('slice.delay', { duration: formatInColumn(link.delayNs, 'duration', unit) })}
      </span>
      <span className="link-place">
        {link.otherRankLabel} · {link.otherLaneName} · {link.category}
      </span>
    </button>
  );
}
