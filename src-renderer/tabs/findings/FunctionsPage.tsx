import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FunctionClass, RankIndex, SliceRef } from '../../../src-contract';
import { formatShare } from '../../base/format';
import { useAnswer, useRevision } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useFindings } from '../../session/findings/useFindings';
import { JobPicker } from '../../session/JobPicker';
import { useShell } from '../../session/shell';
import { ofShownJob, useShownJob } from '../../session/shownJob';
import { showSlice } from '../../session/showSlice';
import { Segmented } from '../../ui/controls/Segmented';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { functionClasses, functionsStore } from './functionsState';

const byBeta = [{ column: 'meanBeta', isDescending: true }] as const;
const byDifference = [
  { column: 'abnormal', isDescending: true },
  { column: 'beta', isDescending: true },
] as const;
const sliceColumns = ['rankIndex', 'slice', 'generation'] as const;
const functionNeeds = ['key', 'name', ...sliceColumns] as const;
/** Sums of shares, means and ranks of several functions say nothing. */
const noTotals = {
  abnormal: 'none',
  meanBeta: 'none',
  maxBeta: 'none',
  maxRank: 'none',
  difference: 'none',
  ranks: 'none',
  medianNs: 'none',
  meanNs: 'none',
  throughput: 'none',
  longestNs: 'none',
} as const;
const noRankTotals = {
  beta: 'none',
  difference: 'none',
  relative: 'none',
  meanNs: 'none',
  deviationNs: 'none',
  throughput: 'none',
  throughputDeviation: 'none',
  longestNs: 'none',
} as const;

/** PerfTracker’s report: functions of a class, and the ranks of the one that is chosen; each leads to its longest execution. */
export function FunctionsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const store = functionsStore(session);
  const { ofClass, chosen } = useStore(store);
  const { limits } = useFindings();
  const { show, said } = useShowLongest();
  const of = ofShownJob(useShownJob());
  const functions = useTableSource({ table: 'findings.functions', of: { ...of, class: ofClass, limits } });
  const revision = useRevision();
  const rowActions = useMemo(() => [{ label: t('findings.functions.jump'), run: show }], [show, t]);
  return (
    <Split
      storageKey="findings.functions"
      direction="vertical"
      handleLabel={t('findings.functions.resize')}
      areas={[
        {
          id: 'functions',
          defaultSize: '60%',
          content: (
            <DataTable
              key={ofClass}
              label={t('findings.functions.table')}
              source={functions}
              revision={revision}
              storageKey={`findings.functions.${ofClass}`}
              fileName={`functions-${ofClass}`}
              columnWords="findings.column"
              defaultSort={byBeta}
              needs={functionNeeds}
              totals={noTotals}
              onSelect={(row) => row && store.setState({ chosen: { key: row.text('key'), name: row.text('name') } })}
              onActivate={show}
              rowActions={rowActions}
              toolbar={
                <>
                  <JobPicker />
                  <Segmented<FunctionClass>
                    label={t('findings.functions.classes')}
                    value={ofClass}
                    options={functionClasses.map((value) => ({
                      value,
                      label: t(`findings.functions.class.${value}`),
                      title: t(`findings.functions.classHint.${value}`),
                    }))}
                    onChange={(next) => store.setState({ ofClass: next, chosen: undefined })}
                  />
                  <span className="findings-muted" role="status">
                    {said}
                  </span>
                  {!said && <Utilisation />}
                </>
              }
              emptyText={t('findings.functions.empty')}
            />
          ),
        },
        {
          id: 'ranks',
          content: <RanksOfFunction key={chosen?.key ?? ''} ofClass={ofClass} chosen={chosen} />,
        },
      ]}
    />
  );
}

/** How much of the recording each device computed, and whose is unlike the others’. */
function Utilisation() {
  const { t } = useTranslation();
  const { limits } = useFindings();
  const { value } = useAnswer('findings.patterns', { ...ofShownJob(useShownJob()), limits });
  const own = value?.utilisation;
  if (!own) return null;
  const [min, median, max] = [own.min, own.median, own.max].map(formatShare);
  const others = own.abnormal.map(({ rank, utilisation }) => `Rank ${rank} ${formatShare(utilisation)}`).join(', ');
  const hint = t('findings.functions.utilisationHint');
  return (
    <span
      className="findings-muted"
      title={others ? `${hint}\n${t('findings.functions.unusual', { ranks: others })}` : hint}
    >
      {t('findings.functions.utilisation', { min, median, max })}
      {others && ` · ${t('findings.functions.differing', { n: own.abnormal.length })}`}
    </span>
  );
}

interface RanksProps {
  readonly ofClass: FunctionClass;
  readonly chosen: { readonly key: string; readonly name: string } | undefined;
}

function RanksOfFunction({ ofClass, chosen }: RanksProps) {
  const { t } = useTranslation();
  const { limits } = useFindings();
  const { show, said } = useShowLongest();
  const of = ofShownJob(useShownJob());
  const source = useTableSource({
    table: 'findings.functionRanks',
    of: { ...of, class: ofClass, key: chosen?.key ?? '', limits },
  });
  const revision = useRevision();
  const rowActions = useMemo(() => [{ label: t('findings.functions.jump'), run: show }], [show, t]);
  return (
    <DataTable
      label={t('findings.functions.ranks')}
      source={source}
      revision={revision}
      storageKey={`findings.functionRanks.${ofClass}`}
      stateKey="findings.functionRanks"
      fileName="ranks-of-function"
      columnWords="findings.column"
      defaultSort={byDifference}
      needs={sliceColumns}
      totals={noRankTotals}
      onActivate={show}
      rowActions={rowActions}
      toolbar={
        <>
          <h3 className="card-title findings-function-name" title={chosen?.name}>
            {chosen ? t('findings.functions.ranksOf', { name: chosen.name }) : t('findings.functions.ranks')}
          </h3>
          <span className="findings-muted" role="status">
            {said}
          </span>
        </>
      }
      emptyText={t('findings.functions.choose')}
    />
  );
}

/** From a row to its longest execution in the timeline; `said`: why there is none to show. */
function useShowLongest() {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const [said, setSaid] = useState('');
  const show = useMemo(() => {
    const found = async (row: TableRow) => {
      const slice = row.number('slice') as SliceRef['slice'];
      if (Number.isNaN(slice)) return undefined;
      const rank = row.number('rankIndex') as RankIndex;
      return session.engine.slice(session.dumpId, { rank, slice, generation: row.number('generation') });
    };
    return (row: TableRow) => {
      showSlice(session, shell, found(row))
        .then((isShown) => setSaid(isShown ? '' : t('findings.functions.noSlice')))
        .catch(shell.reportError);
    };
  }, [session, shell, t]);
  return { show, said };
}
