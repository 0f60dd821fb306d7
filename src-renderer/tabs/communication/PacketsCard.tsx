import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PacketSizes, ThresholdId, Thresholds } from '../../../src-contract';
import { formatExactUnit, formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useThresholds } from '../../session/answers/useThresholds';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { Badge } from '../../ui/controls/Badge';
import { Segmented } from '../../ui/controls/Segmented';
import { Card } from '../../ui/layout/Card';
import type { PageProps } from './pageProps';

/** analyses.md C2: below it a packet does not reach the bandwidth of its transport. */
const smallLimits: Readonly<Record<string, ThresholdId>> = {
  RDMA: 'packets.small-rdma',
  SDMA: 'packets.small-sdma',
  HCCS: 'packets.small-sdma',
  PCIE: 'packets.small-sdma',
};

/** How large packets were, for each transport. */
export function PacketsCard({ store }: PageProps) {
  const { t } = useTranslation();
  const { scope, rank, packetsBy } = useStore(store);
  const packets = useAnswer('communication.packets', rank === undefined ? scope : { ...scope, ranks: [rank] });
  const unaligned = useAnswer(
    'communication.unaligned',
    rank === undefined ? scope : { ...scope, ranks: [rank] },
  ).value;
  const limits = useThresholds();
  const chart = useMemo(() => packetBars(packets.value ?? [], packetsBy), [packets.value, packetsBy]);
  if (packets.error !== undefined) return <FailedAnswer answer={packets} />;
  const hints = limits ? (packets.value ?? []).flatMap((own) => smallPackets(own, limits)) : [];
  return (
    <Card
      title={t('communication.packets.title')}
      definition={t('communication.packets.definition')}
      tools={
        <Segmented
          label={t('communication.packets.by')}
          value={packetsBy}
          options={(['time', 'count'] as const).map((value) => ({ value, label: t(`communication.packets.${value}`) }))}
          onChange={(next) => store.setState({ packetsBy: next })}
        />
      }
    >
      {(hints.length > 0 || (unaligned?.length ?? 0) > 0) && (
        <p className="communication-badges">
          {hints.map(({ transport, share, limitBytes }) => (
            <Badge key={transport} tone="warning" title={t('communication.packets.smallHint')}>
              {t('communication.packets.small', {
                transport,
                share: `${(100 * share).toFixed(0)} %`,
                limit: formatUnit(limitBytes, 'traffic'),
              })}
            </Badge>
          ))}
          {unaligned?.map(({ transport, sizesBytes, names }) => (
            <Badge
              key={`${transport} unaligned`}
              tone="warning"
              title={t('communication.packets.unalignedHint', {
                block: limits?.['packets.block'],
                names: listed(names),
                sizes: listed(sizesBytes.map((size) => formatExactUnit(size, 'traffic'))),
              })}
            >
              {t('communication.packets.unaligned', {
                transport,
                count: names.length,
                block: limits?.['packets.block'],
              })}
            </Badge>
          ))}
        </p>
      )}
      <StackedBarChart
        label={t('communication.packets.title')}
        {...chart}
        height={Math.min(360, 90 + 22 * chart.bars.length)}
        unit={packetsBy === 'count' ? 'count' : 'duration'}
        barTitle={t('communication.packets.size')}
        emptyText={t('communication.packets.empty')}
        isLoading={packets.isAsking}
      />
    </Card>
  );
}

const MAX_LISTED = 6;

function listed(texts: readonly string[]): string {
  return `${texts.slice(0, MAX_LISTED).join(', ')}${texts.length > MAX_LISTED ? ', …' : ''}`;
}

/** One bar a size, ascending, one part a transport. */
function packetBars(packets: readonly PacketSizes[], by: 'count' | 'time') {
  const sizes = [...new Set(packets.flatMap(({ sizeBytes }) => [...sizeBytes]))].sort((a, b) => a - b);
  return {
    bars: sizes.map((size) => formatUnit(size, 'traffic')),
    labels: sizes.map((size) => formatUnit(Number(size.toPrecision(3)), 'traffic')),
    parts: packets.map(({ transport, sizeBytes, count, timeNs }, at) => {
      const values = by === 'count' ? count : timeNs;
      const valueBySize = new Map(Array.from(sizeBytes, (size, i) => [size, values[i] ?? 0]));
      return {
        id: transport,
        name: transport,
        values: sizes.map((size) => valueBySize.get(size) ?? Number.NaN),
        colour: at,
      };
    }),
  };
}

function smallPackets({ transport, sizeBytes, timeNs }: PacketSizes, limits: Thresholds) {
  const limit = smallLimits[transport];
  if (limit === undefined) return [];
  const limitBytes = limits[limit];
  let [small, total] = [0, 0];
  sizeBytes.forEach((size, i) => {
    total += timeNs[i] ?? 0;
    if (size < limitBytes) small += timeNs[i] ?? 0;
  });
  const share = total > 0 ? small / total : 0;
  return share > limits['packets.small-share'] ? [{ transport, share, limitBytes }] : [];
}
