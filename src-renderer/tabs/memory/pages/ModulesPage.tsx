import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankMemory } from '../../../../src-contract';
import { useAnswer, useRevision } from '../../../session/answers/useAnswer';
import { useSession } from '../../../session/answers/useSession';
import { useTableSource } from '../../../session/answers/useTableSource';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { Card } from '../../../ui/layout/Card';
import { Split } from '../../../ui/layout/ViewLayout';
import { DataTable } from '../../../ui/table/DataTable';
import { isSameTime } from '../clocks';
import { memoryStore } from '../memoryState';
import { showAround } from '../timelineLinks';

interface ModulesPageProps {
  readonly facts: RankMemory;
}

const largestFirst = [{ column: 'peakBytes', isDescending: true }] as const;
const totals = { peakBytes: 'none', peakNs: 'none', sampleCount: 'none' } as const;
const needs = ['module'] as const;
const columns = ['module', 'peakBytes', 'peakNs', 'firstBytes', 'lastBytes', 'growthBytes', 'sampleCount'] as const;
/** On another clock, an instant of the dump's time says nothing. */
const columnsOfOtherClock = columns.filter((key) => key !== 'peakNs');

/** npu_module_mem: what the components of driver and runtime have reserved. */
export function ModulesPage({ facts }: ModulesPageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const [module, setModule] = useState<string>();
  const source = useTableSource({ table: 'memory.modules', of: { ranks: [facts.rank] } });
  const question = useMemo(
    () =>
      module === undefined
        ? undefined
        : { curves: [{ kind: 'module' as const, rank: facts.rank, module }], buckets: 1_000 },
    [facts.rank, module],
  );
  const { extent, modulesExtent } = facts;
  const isOtherClock = extent !== undefined && modulesExtent !== undefined && !isSameTime(extent, modulesExtent);
  const { value: answer, isAsking } = useAnswer('memory.curves', question);
  const series = useMemo(
    () =>
      (answer ?? []).map(({ timeNs, bytes }) => ({
        id: 'module',
        name: module ?? '',
        x: timeNs,
        y: bytes,
        isStep: true,
      })),
    [answer, module],
  );
  return (
    <Split
      storageKey="memory-modules"
      direction="horizontal"
      handleLabel={t('memory.resize')}
      areas={[
        {
          id: 'table',
          defaultSize: '60%',
          content: (
            <DataTable
              label={t('memory.page.modules')}
              source={source}
              revision={useRevision()}
              storageKey={isOtherClock ? 'memory-modules-other-clock' : 'memory-modules'}
              columnWords="memory.moduleColumn"
              defaultSort={largestFirst}
              defaultColumns={isOtherClock ? columnsOfOtherClock : columns}
              needs={needs}
              totals={totals}
              toolbar={isOtherClock && <span className="memory-other-clock">{t('memory.modules.otherClock')}</span>}
              onSelect={(row) => setModule(row?.text('module') || undefined)}
            />
          ),
        },
        {
          id: 'curve',
          content: (
            <Card
              size="fill"
              title={module === undefined ? t('memory.page.modules') : t('memory.modules.curve', { module })}
              definition={t('memory.modules.definition')}
            >
              <LineChart
                label={t('memory.modules.curve', { module: module ?? '' })}
                series={series}
                yUnit="bytes"
                isLoading={isAsking}
                emptyText={t('memory.modules.choose')}
                onPoint={(x) => {
                  memoryStore(session).setState({ instantNs: Math.round(x) });
                  showAround(session, x);
                }}
              />
            </Card>
          ),
        },
      ]}
    />
  );
}
