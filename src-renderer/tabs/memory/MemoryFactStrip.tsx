import { useTranslation } from 'react-i18next';
import type { MemoryComponent, RankMemory } from '../../../src-contract';
import { formatCount, formatExactTime } from '../../base/format';
import { formatExactUnit } from '../../base/formatUnit';
import { useSession } from '../../session/answers/useSession';
import { processComponent } from './curveChoices';
import { formatMegabytes } from './format';
import { atPeak } from './instant';
import { memoryStore } from './memoryState';

interface MemoryFactStripProps {
  readonly facts: RankMemory;
  readonly component: MemoryComponent;
}

/** The figures one looks for first; each leads to where it comes from. */
export function MemoryFactStrip({ facts, component }: MemoryFactStripProps) {
  const { t } = useTranslation();
  const session = useSession();
  const change = memoryStore(session).setState;
  const { allocations } = facts;
  const process = processComponent(facts);
  const shown = process && process.id !== component.id ? [component, process] : [component];
  return (
    <ul className="memory-facts" aria-label={t('memory.facts')}>
      {shown.flatMap((own) =>
        own.metrics.map(({ metric, peakBytes, peakNs }) => {
          const isProcess = own.id !== component.id;
          return (
            <Fact
              key={`${own.id} ${metric}`}
              label={isProcess ? t('memory.fact.process') : t(`memory.fact.${metric}`)}
              definition={isProcess ? t('memory.fact.processDefinition') : t(`memory.fact.${metric}Definition`)}
              value={formatMegabytes(peakBytes)}
              exact={formatExactUnit(peakBytes, 'bytes')}
              {...(peakNs !== undefined && {
                detail: t('memory.at', { time: formatExactTime(peakNs) }),
                onClick: () => change({ ...atPeak(own, metric, peakNs), page: 'live' as const }),
              })}
            />
          );
        }),
      )}
      {allocations.count > 0 && (
        <Fact
          label={t('memory.fact.neverFreed')}
          definition={t('memory.fact.neverFreedDefinition')}
          value={formatMegabytes(allocations.neverFreedBytes)}
          exact={formatExactUnit(allocations.neverFreedBytes, 'bytes')}
          detail={t('memory.ofAllocations', {
            n: formatCount(allocations.neverFreedCount),
            total: formatCount(allocations.count),
          })}
          onClick={() => change({ page: 'allocations', allocations: { kind: 'never-freed' }, op: undefined })}
        />
      )}
    </ul>
  );
}

interface FactProps {
  readonly label: string;
  readonly definition: string;
  readonly value: string;
  readonly exact: string;
  readonly detail?: string;
  readonly onClick?: () => void;
}

function Fact({ label, definition, value, exact, detail, onClick }: FactProps) {
  const content = (
    <>
      <span className="memory-fact-label">{label}</span>
      <span className="memory-fact-value number">{value}</span>
      {detail && <span className="memory-fact-detail number">{detail}</span>}
    </>
  );
  const title = `${definition}\n${exact}`;
  return (
    <li>
      {onClick ? (
        <button type="button" className="memory-fact" title={title} onClick={onClick}>
          {content}
        </button>
      ) : (
        <span className="memory-fact" title={title}>
          {content}
        </span>
      )}
    </li>
  );
}
