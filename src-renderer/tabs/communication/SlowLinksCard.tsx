import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useThresholds } from '../../session/answers/useThresholds';
import { Card } from '../../ui/layout/Card';
import { isNarrowed } from './communicationState';
import { hasAllLinks, type PageProps } from './pageProps';

const MAX_SHOWN = 8;

/** Links slower than others of their kind; a click shows the pair in the matrix. */
export function SlowLinksCard({ store, overview }: PageProps) {
  const { t } = useTranslation();
  const { scope } = useStore(store);
  const limits = useThresholds();
  const slow = useAnswer('communication.slowLinks', scope);
  if (slow.error !== undefined) return <FailedAnswer answer={slow} />;
  return (
    <Card
      title={t('communication.slow.title')}
      {...(limits && {
        definition: t('communication.slow.definition', {
          share: formatUnit(100 * limits['link.share-of-mean'], 'percent'),
          deviations: limits['link.deviations'],
          apart: formatUnit(100 * limits['link.apart'], 'percent'),
        }),
      })}
      isReading={slow.value === undefined}
    >
      {slow.value?.length === 0 && (
        <p className="communication-none">
          {t(
            overview.groups.length + overview.steps.length > 0 ? 'communication.slow.none' : 'communication.bars.empty',
          )}
        </p>
      )}
      {!hasAllLinks(overview) && isNarrowed(scope) && (
        <p className="communication-none">{t('communication.job.slowOfAll')}</p>
      )}
      <ol className="communication-findings">
        {slow.value?.slice(0, MAX_SHOWN).map(({ source, target, transport, bandwidthGBps, meanGBps }) => (
          <li key={`${source} ${target} ${transport}`}>
            <button
              type="button"
              className="communication-link"
              onClick={() => store.setState({ page: 'matrix', metric: 'bandwidth', pair: { source, target } })}
            >
              <strong>
                {source} → {target}
              </strong>
              <span className="number">
                {t('communication.slow.line', {
                  bandwidth: formatUnit(bandwidthGBps, 'GB/s'),
                  transport,
                  mean: formatUnit(meanGBps, 'GB/s'),
                })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
