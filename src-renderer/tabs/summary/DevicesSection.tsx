import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankIndex } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer, useAsked } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useShownRanks } from '../../session/shownJob';
import type { LineSeries } from '../../ui/chart/chartProps';
import { LineChart } from '../../ui/chart/lines/LineChart';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { RankPicker } from '../../ui/controls/RankPicker';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import { type CounterChoice, counterChoices, curvePoints, firstChoice } from './counterChoices';
import { NothingHere } from './sectionParts';

/** Curves at once, until the user chooses: the devices of a host, so that one that differs is seen among the others. */
const RANKS_AT_FIRST = 8;
const COLUMNS = 1200;

/** Counters of hosts and devices over time: clock, bandwidths, load. */
export function DevicesSection() {
  const { t } = useTranslation();
  const ranks = useShownRanks();
  const choices = useMemo(() => counterChoices(ranks, t), [ranks, t]);
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const [chosenRanks, setChosenRanks] = useState<readonly RankIndex[] | undefined>(undefined);
  const choice = choices.find(({ id }) => id === wanted) ?? firstChoice(choices);
  if (!choice) return <NothingHere text={t('summary.devices.none')} />;
  const shown = chosenRanks ?? choice.places.map(({ rank }) => rank).slice(0, RANKS_AT_FIRST);
  return (
    <Split
      storageKey="summary.devices"
      direction="vertical"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'curves',
          defaultSize: '55%',
          content: (
            <Card
              title={choiceTitle(choice)}
              definition={t('summary.devices.definition')}
              size="fill"
              tools={
                <>
                  <OptionPicker
                    label={t('summary.devices.counter')}
                    value={choice.id}
                    options={choices.map(({ id, group, name, places }) => ({
                      value: id,
                      label: choiceTitle({ group, name }),
                      detail: t('count.ranks', { count: places.length, n: places.length }),
                    }))}
                    onChange={setWanted}
                  />
                  <RankPicker ranks={ranks} value={shown} onChange={setChosenRanks} />
                </>
              }
            >
              <CounterCurves choice={choice} ranks={shown} />
            </Card>
          ),
        },
        {
          id: 'table',
          content: <CounterTable choices={choices} ranks={shown} onCounter={setWanted} />,
        },
      ]}
    />
  );
}

interface CurvesProps {
  readonly choice: CounterChoice;
  readonly ranks: readonly RankIndex[];
}

function CounterCurves({ choice, ranks }: CurvesProps) {
  const { t } = useTranslation();
  const session = useSession();
  const extent = useSessionState(({ dump }) => `${dump.startNs} ${dump.endNs}`);
  const range = useSessionState(({ selectedRange }) => selectedRange);
  const places = useMemo(() => choice.places.filter(({ rank }) => ranks.includes(rank)), [choice, ranks]);
  const [startNs = 0, endNs = 0] = extent.split(' ').map(Number);
  const lanes = [...new Set(places.map(({ lane }) => lane))];
  const isEmpty = lanes.length === 0 || endNs <= startNs;
  const answer = useAsked(isEmpty ? undefined : `${extent} ${lanes.join()}`, () =>
    session.engine.viewport({
      dump: session.dumpId,
      startNs,
      endNs,
      nsPerPixel: (endNs - startNs) / COLUMNS,
      lanes,
      folded: [],
      labelMinPixels: 1e9,
    }),
  );
  const curves = answer.value?.counters;
  const series = useMemo(
    (): readonly LineSeries[] =>
      places.flatMap(({ lane, series: own, rankLabel, rank }) => {
        const curve = curves?.find((candidate) => candidate.lane === lane && candidate.series === own);
        if (!curve) return [];
        return [
          { id: `${lane} ${own}`, name: rankLabel, ...curvePoints(curve, choice.factor), isStep: true, colour: rank },
        ];
      }),
    [places, curves, choice],
  );
  if (answer.error !== undefined) return <FailedAnswer answer={answer} size="panel" />;
  return (
    <LineChart
      label={choice.name}
      series={series}
      yUnit={choice.unit}
      isLoading={answer.isAsking}
      bands={
        range ? [{ start: range.startNs, end: range.endNs, tone: 'selection', label: t('summary.selection') }] : []
      }
      onBrush={(own) => session.actions.selectRange(own && { startNs: own.start, endNs: own.end })}
    />
  );
}

interface TableProps {
  readonly choices: readonly CounterChoice[];
  readonly ranks: readonly RankIndex[];
  readonly onCounter: (id: string) => void;
}

interface CounterRow {
  readonly choice: CounterChoice;
  readonly rankLabel: string;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly samples: number;
}

/** The unit is a column: each row has its own. */
const columns: readonly ArrayColumn<CounterRow>[] = [
  { key: 'counterGroup', label: 'Group', valueOf: ({ choice }) => choice.group },
  { key: 'counterName', label: 'Counter', valueOf: ({ choice }) => choice.name },
  { key: 'counterRank', label: 'Rank', valueOf: ({ rankLabel }) => rankLabel },
  { key: 'counterMin', label: 'Min', valueOf: ({ min }) => min },
  { key: 'counterMean', label: 'Mean', valueOf: ({ mean }) => mean },
  { key: 'counterMax', label: 'Max', valueOf: ({ max }) => max },
  { key: 'counterUnit', label: 'Unit', valueOf: ({ choice }) => (choice.unit === 'bytes' ? 'B' : unitName(choice)) },
  { key: 'counterSamples', label: 'Samples', unit: 'count', valueOf: ({ samples }) => samples },
];

const unitName = ({ unit }: CounterChoice) => (unit === 'percent' ? '%' : unit === 'none' ? '' : unit);

function CounterTable({ choices, ranks, onCounter }: TableProps) {
  const { t } = useTranslation();
  const lanes = useMemo(
    () => [
      ...new Set(
        choices.flatMap(({ places }) => places.filter(({ rank }) => ranks.includes(rank)).map(({ lane }) => lane)),
      ),
    ],
    [choices, ranks],
  );
  const answer = useAnswer('summary.counters', { lanes });
  const rows = useMemo((): readonly CounterRow[] => {
    const statistics = new Map(answer.value?.map((own) => [`${own.lane} ${own.series}`, own]));
    return choices.flatMap((choice) =>
      choice.places.flatMap(({ lane, series, rankLabel }) => {
        const own = statistics.get(`${lane} ${series}`);
        if (!own) return [];
        const { min, mean, max } = own;
        // Six digits are more than a counter tells.
        const [least, middle, most] = [min, mean, max].map((value) => Number((value * choice.factor).toPrecision(6)));
        return [{ choice, rankLabel, min: least!, mean: middle!, max: most!, samples: own.sampleCount }];
      }),
    );
  }, [answer.value, choices]);
  const source = useMemo(() => arrayLoader(rows, columns), [rows]);
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  return (
    <DataTable
      label={t('summary.devices.table')}
      source={source}
      storageKey="summary.counters"
      columnWords="summary.column"
      onActivate={(row) => {
        const id = rows[row.id]?.choice.id;
        if (id !== undefined) onCounter(id);
      }}
    />
  );
}

/** A counter that is called as its process is said once. */
const choiceTitle = ({ group, name }: Pick<CounterChoice, 'group' | 'name'>) =>
  name === group ? name : `${group} · ${name}`;
