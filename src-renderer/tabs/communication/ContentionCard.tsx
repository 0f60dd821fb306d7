import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ContentionCalls, ContentionKind } from '../../../src-contract';
import { besideComputingLimits } from '../../../src-contract/findings/limits';
import { formatCount, formatShare, MINUS } from '../../base/format';
import { formatBoth, formatExactUnit, formatUnit } from '../../base/formatUnit';
import { useFindings } from '../../session/findings/useFindings';
import { useChartColours } from '../../ui/chart/chartColours';
import { rangesText } from '../../ui/controls/pickerItems';
import { Card } from '../../ui/layout/Card';
import { wholeScope } from './communicationState';
import type { PageProps } from './pageProps';

const sides = ['alone', 'beside'] as const;
const limits = {
  aloneUpTo: formatShare(besideComputingLimits.aloneUpTo),
  besideFrom: formatShare(besideComputingLimits.besideFrom),
  leastCalls: besideComputingLimits.leastCalls,
};

/** C4: how fast the same collectives are alone and while the device computes; a click lists their calls. */
export function ContentionCard({ store, overview }: PageProps) {
  const { t } = useTranslation();
  const { report, error } = useFindings();
  const { scope } = useStore(store);
  // The Findings tab says what went wrong.
  if (error !== undefined) return undefined;
  const kinds = report?.contention.filter(({ job }) => job === scope.job) ?? [];
  const fastest = Math.max(0, ...kinds.flatMap((own) => sides.map((side) => own[side].bandwidthGBps)));
  const groupOf = ({ group }: ContentionKind) => overview.groups.find(({ key }) => key === group)?.name ?? group;
  return (
    <Card
      title={t('communication.contention.title')}
      definition={t('communication.contention.definition', limits)}
      isReading={report === undefined}
    >
      {report && kinds.length === 0 && (
        <p className="communication-none">{t('communication.contention.none', limits)}</p>
      )}
      {kinds.length > 0 && (
        <ul className="contention-kinds">
          {kinds.map((own) => (
            <li key={`${own.type} ${own.group} ${own.sizeBytes}`}>
              <button
                type="button"
                className="communication-link contention-kind"
                title={t('communication.contention.show', { group: groupOf(own), ranks: rangesText(own.ranks) })}
                onClick={() =>
                  store.setState({
                    page: 'collectives',
                    scope: { ...wholeScope(scope), type: own.type, group: own.group },
                    rank: undefined,
                    pair: undefined,
                  })
                }
              >
                <span className="contention-name">
                  <strong>{own.type}</strong>{' '}
                  <span title={formatExactUnit(own.sizeBytes, 'traffic')}>{formatUnit(own.sizeBytes, 'traffic')}</span>
                  <span className="contention-calls">
                    {' '}
                    · {groupOf(own)} ({rangesText(own.ranks)})
                  </span>
                </span>
                <span className="number contention-change">
                  {changeText(own.beside.bandwidthGBps / own.alone.bandwidthGBps)}
                </span>
                {sides.map((side) => (
                  <Side key={side} name={side} calls={own[side]} fastest={fastest} />
                ))}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface SideProps {
  readonly name: (typeof sides)[number];
  readonly calls: ContentionCalls;
  /** GB/s of the longest bar of the card. */
  readonly fastest: number;
}

function Side({ name, calls: { count, bandwidthGBps }, fastest }: SideProps) {
  const { t } = useTranslation();
  const colours = useChartColours();
  return (
    <span className="contention-side">
      <span>
        {t(`communication.contention.${name}`)} <span className="number contention-calls">× {formatCount(count)}</span>
      </span>
      <span className="number" title={formatBoth(bandwidthGBps, 'GB/s')}>
        {formatUnit(bandwidthGBps, 'GB/s')}
      </span>
      <i
        className={`contention-bar is-${name}`}
        style={{ width: `${(100 * bandwidthGBps) / fastest}%`, background: colours.fill('communication', 0) }}
      />
    </span>
  );
}

/** Beside computing against alone: "−23 %". */
function changeText(ratio: number): string {
  const percent = Math.round(100 * (ratio - 1));
  return `${percent > 0 ? '+' : percent < 0 ? MINUS : '±'}${Math.abs(percent)} %`;
}
