import { CornerDownRight, CornerLeftUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SliceDetails, SliceRef } from '../../../../src-contract';
import { formatCount, formatDuration, formatEpoch, formatExactDuration, formatExactTime } from '../../../base/format';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useShell } from '../../../session/shell';
import { showSlice } from '../../../session/showSlice';
import { MiddleCut } from '../../../ui/MiddleCut';
import { PathText } from '../../../ui/PathText';
import { Fact } from './Fact';
import { LikeFact } from './LikeFact';

interface SliceProps {
  readonly slice: SliceDetails;
  /** The panel is in front. */
  readonly isShown: boolean;
}

/** How long, when, where: in a low panel the first of it is seen. All times to the ns. */
export function SliceFacts({ slice, isShown }: SliceProps) {
  const { t } = useTranslation();
  const session = useSession();
  // Shown by the job's clock then; what stands below it is the rank's own, as in its file.
  const isAligned = useSessionState(({ dump }) => dump.clock?.mode === 'clocks' || dump.clock?.mode === 'steps');
  const endNs = slice.startNs + slice.durationNs;
  const epochEndNs = slice.epochStartNs + BigInt(Math.round(slice.durationNs));
  return (
    <section className="slice-section" aria-label={t('slice.facts')}>
      <h3 className="section-title">{t('slice.facts')}</h3>
      <dl className="facts">
        {slice.onPath && (
          <Fact label={t('slice.onPath')}>
            <span>{t(`findings.component.${slice.onPath.component}`)}</span>
          </Fact>
        )}
        {slice.standsFor && (
          <Fact label={t(slice.onPath ? 'slice.pathOf' : 'slice.copyOf')}>
            <PathLink of={slice.standsFor} />
          </Fact>
        )}
        <Fact label={t('slice.duration')} copy={String(slice.durationNs)}>
          <Duration ns={slice.durationNs} />
        </Fact>
        <Fact label={t('slice.self')} copy={String(slice.selfNs)}>
          <Duration ns={slice.selfNs} />
        </Fact>
        <LikeFact slice={slice} isShown={isShown} />
        <Fact label={t(isAligned ? 'slice.startAligned' : 'slice.start')} copy={String(slice.startNs)}>
          <span className="number">{formatExactTime(slice.startNs)}</span>
          <EpochTime epochNs={slice.epochStartNs} />
        </Fact>
        <Fact label={t(isAligned ? 'slice.endAligned' : 'slice.end')} copy={String(endNs)}>
          <span className="number">{formatExactTime(endNs)}</span>
          <EpochTime epochNs={epochEndNs} />
        </Fact>
        {slice.category && (
          <Fact label={t('slice.category')} copy={slice.category}>
            {slice.category}
          </Fact>
        )}
        <Fact label={t('slice.lane')} copy={slice.laneName}>
          <button type="button" className="link" onClick={() => session.actions.scrollTo(slice.lane)}>
            {slice.laneName}
          </button>
        </Fact>
        <Fact label={t('slice.process')} copy={slice.groupName}>
          {slice.groupName}
        </Fact>
        <Fact label={t('slice.rank')} copy={slice.rankLabel}>
          {slice.rankLabel}
        </Fact>
        {slice.parent && (
          <Fact label={t('slice.parent')}>
            <ParentLink parent={slice.parent} />
          </Fact>
        )}
        {slice.place && (
          <Fact label={t('slice.file')} copy={slice.place.path}>
            <PathText path={slice.place.path} title={slice.place.path} />
            <span className="fact-more">{t('common.atByte', { offset: formatCount(slice.place.byteOffset) })}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** In the unit that suits it, and in ns. */
function Duration({ ns }: { readonly ns: number }) {
  const [short, exact] = [formatDuration(ns), formatExactDuration(ns)];
  return (
    <>
      <span className="number">{short}</span>
      {short !== exact && <span className="fact-more number">{exact}</span>}
    </>
  );
}

/** The dump's own clock: as a date, and every digit as the title. Where it is too long, the time goes below the day. */
function EpochTime({ epochNs }: { readonly epochNs: bigint }) {
  const { t } = useTranslation();
  const text = formatEpoch(epochNs);
  const dayEnd = text.indexOf(' ');
  return (
    <span className="fact-more fact-instant" title={t('slice.ownClock', { instant: String(epochNs) })}>
      {dayEnd > 0 && <span className="number">{text.slice(0, dayEnd)}</span>}{' '}
      <span className="number">{text.slice(dayEnd + 1)}</span>
    </span>
  );
}

function ParentLink({ parent }: { readonly parent: NonNullable<SliceDetails['parent']> }) {
  const session = useSession();
  return (
    <>
      <button type="button" className="link" title={parent.name} onClick={() => session.actions.jumpTo(parent)}>
        <CornerLeftUp size={12} aria-hidden />
        <span className="link-text">
          <MiddleCut text={parent.name} />
        </span>
      </button>
      <span className="fact-more number" title={formatExactDuration(parent.durationNs)}>
        {formatDuration(parent.durationNs)}
      </span>
    </>
  );
}

/** The slice that a stretch of a critical path is of. */
function PathLink({ of }: { readonly of: SliceRef }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const show = () => showSlice(session, shell, session.engine.slice(session.dumpId, of));
  return (
    <button type="button" className="link" onClick={() => void show().catch(shell.reportError)}>
      <CornerDownRight size={12} aria-hidden />
      <span className="link-text">{t('slice.toPathSlice')}</span>
    </button>
  );
}
