import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { LateRank } from '../../../src-contract';
import { formatCount, formatDuration, formatExactDuration } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Button } from '../../ui/Button';
import { Badge } from '../../ui/controls/Badge';
import { Card } from '../../ui/layout/Card';
import { isNarrowed } from './communicationState';
import type { PageProps } from './pageProps';
import { sliceByRef } from './showCollective';

const MAX_SHOWN = 5;

/** Who was waited for. */
export function LateCard({ store, overview }: PageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const { scope } = useStore(store);
  const late = useAnswer('communication.late', scope);
  if (late.error !== undefined) return <FailedAnswer answer={late} />;
  const show = ({ evidence }: LateRank) => {
    if (evidence) showSlice(session, shell, sliceByRef(session, evidence)).catch(shell.reportError);
  };
  return (
    <Card
      title={t('communication.late.title')}
      definition={t('communication.late.definition')}
      isReading={late.value === undefined}
    >
      {late.value?.ranks.length === 0 && (
        <p className="communication-none">
          {overview.groups.length > 0
            ? t('communication.late.none', { from: formatDuration(late.value.fromNs) })
            : t('communication.bars.empty')}
        </p>
      )}
      {late.value !== undefined && late.value.untoldCount > 0 && (
        <p className="communication-none">{t('communication.late.untold', { count: late.value.untoldCount })}</p>
      )}
      {overview.ofSummaries && isNarrowed(scope) && (
        <p className="communication-none">{t('communication.job.lateOfAll')}</p>
      )}
      <ol className="communication-findings">
        {late.value?.ranks.slice(0, MAX_SHOWN).map((rank) => (
          <li key={`${rank.rank} ${rank.isGlobal}`}>
            <p className="communication-finding-title">
              <strong title={rank.isGlobal ? undefined : t('communication.late.placeHint')}>
                {rank.isGlobal ? rank.label : t('communication.late.place', { place: rank.rank })}
              </strong>
              {!rank.isProfiled && (
                <Badge tone="warning" title={t('communication.late.notProfiledHint')}>
                  {t('communication.late.notProfiled')}
                </Badge>
              )}
              <span className="number" title={formatExactDuration(rank.causedNs)}>
                {formatDuration(rank.causedNs)}
              </span>
            </p>
            <p className="communication-finding-text">
              {t('communication.late.summary', {
                last: formatCount(rank.lastCount),
                seen: formatCount(rank.seenCount),
                worst: formatDuration(rank.worst.lateNs),
                op: rank.worst.op,
              })}
            </p>
            <div className="communication-finding-actions">
              {overview.ofSummaries && rank.isGlobal && (
                <Button variant="quiet" onClick={() => store.setState({ rank: rank.rank })}>
                  {t('communication.job.choose')}
                </Button>
              )}
              {!overview.ofSummaries && (
                <Button
                  variant="quiet"
                  onClick={() =>
                    store.setState({ page: 'lanes', scope: { ...scope, op: rank.worst.op }, laneView: undefined })
                  }
                >
                  {t('communication.page.lanes')}
                </Button>
              )}
              {rank.evidence && (
                <Button variant="quiet" onClick={() => show(rank)}>
                  {t('communication.late.show')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
