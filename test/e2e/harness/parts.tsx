/**
 * A page with tables and charts over made-up data. Address: `part` (table, small, line, bars, columns, pie, heat,
 * controls, all), `rows`, `columns`, `bars`, `cells`, `theme`, `lang`. What is called back stands in `window.calls`.
 */
import '../../../src-renderer/app/styles';
import { type ReactElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import type { RankIndex } from '../../../src-contract';
import { loadStrings } from '../../../src-renderer/app/i18n/loadStrings';
import { createI18n } from '../../../src-renderer/base/i18n/i18n';
import { themes } from '../../../src-renderer/base/theme/themes';
import { cssVariables } from '../../../src-renderer/base/theme/tokens';
import { ThemeContext } from '../../../src-renderer/base/theme/useTheme';
import { StackedBarChart } from '../../../src-renderer/ui/chart/bars/StackedBarChart';
import type { AxisBand, AxisRange } from '../../../src-renderer/ui/chart/chartProps';
import { HeatMap } from '../../../src-renderer/ui/chart/heat/HeatMap';
import { LineChart } from '../../../src-renderer/ui/chart/lines/LineChart';
import { PieChart } from '../../../src-renderer/ui/chart/pie/PieChart';
import { Badge } from '../../../src-renderer/ui/controls/Badge';
import { type PickableRank, RankPicker } from '../../../src-renderer/ui/controls/RankPicker';
import { Segmented } from '../../../src-renderer/ui/controls/Segmented';
import { type StepChoice, StepPicker } from '../../../src-renderer/ui/controls/StepPicker';
import { Card } from '../../../src-renderer/ui/layout/Card';
import { FactList } from '../../../src-renderer/ui/layout/FactList';
import { Split, ToolbarSpace, ViewFrame } from '../../../src-renderer/ui/layout/ViewLayout';
import { TooltipProvider } from '../../../src-renderer/ui/Tooltip';
import { arrayLoader } from '../../../src-renderer/ui/table/arrayLoader';
import { DataTable } from '../../../src-renderer/ui/table/DataTable';
import { madeUpLoader } from './madeUpTable';

declare global {
  interface Window {
    calls?: (readonly unknown[])[];
  }
}

const address = new URLSearchParams(window.location.search);
const number = (name: string, otherwise: number) => Number(address.get(name) ?? otherwise);
const themeName = address.get('theme') === 'dark' ? 'dark' : 'light';
for (const [property, value] of cssVariables(themeName)) document.documentElement.style.setProperty(property, value);
document.documentElement.style.colorScheme = themeName;
const calls: (readonly unknown[])[] = [];
window.calls = calls;
const called = (...args: readonly unknown[]) => {
  calls.push(args);
};

const bigLoader = madeUpLoader(number('rows', 1_000_000), number('columns', 47), number('delay', 8));
const smallRows = Array.from({ length: number('rows', 500) }, (_, row) => ({
  name: row === 3 ? '' : `op ${row % 7}`,
  durationNs: row === 5 ? Number.NaN : ((row * 7919) % 500) * 1000,
  sizeBytes: row * 65_536,
}));
const smallLoader = arrayLoader(smallRows, [
  { key: 'name', label: 'Name', valueOf: ({ name }) => name },
  { key: 'Duration(us)', label: 'Duration(us)', unit: 'duration', valueOf: ({ durationNs }) => durationNs },
  { key: 'size', label: 'Size', unit: 'bytes', valueOf: ({ sizeBytes }) => sizeBytes },
]);

const bigTable = () => (
  <DataTable
    label="Kernels"
    source={bigLoader}
    storageKey="parts.big"
    onActivate={(row) => called('activate', row.id, row.text('name'))}
    onSelect={(row) => called('select', row?.id)}
    toolbar={<span className="toolbar-label">Tools of the view</span>}
  />
);

const smallTable = () => (
  <DataTable
    label="Ops"
    source={smallLoader}
    storageKey="parts.small"
    fileName="ops"
    onActivate={(row) => called('activate', row.id)}
    onSelect={(row) => called('select', row?.id)}
  />
);

const pointCount = number('points', 20_000);
const times = Float64Array.from({ length: pointCount }, (_, at) => at * 50_000);
const curve = (scale: number, phase: number) =>
  Float64Array.from(times, (_, at) => scale * (1.2 + Math.sin(at / 900 + phase) + 0.2 * Math.sin(at / 11)));
// One sample stands out: it must be seen at any zoom.
const allocated = curve(8e9, 0);
allocated[Math.floor(pointCount / 3)] = 30e9;
const series = [
  { id: 'allocated', name: 'Allocated {a|b} <i>', x: times, y: allocated, isStep: true },
  { id: 'reserved', name: 'Reserved', x: times, y: curve(10e9, 0.3), isStep: true, isDashed: true },
  { id: 'active', name: 'Active', x: times, y: curve(6e9, 0.1), isStep: true, isArea: true },
];

function Lines(): ReactElement {
  const [view, setView] = useState<AxisRange | undefined>(undefined);
  const [brush, setBrush] = useState<AxisRange | undefined>(undefined);
  const common = { xUnit: 'time', yUnit: 'bytes', view, onViewChange: setView, brush } as const;
  const onBrush = (range: AxisRange | undefined) => {
    called('brush', range);
    setBrush(range);
  };
  const bands: readonly AxisBand[] = [
    { start: 2e8, end: 3e8, label: 'Step 2' },
    { start: 6e8, end: 6.2e8, tone: 'warning', label: 'OOM' },
  ];
  return (
    <Split
      storageKey="parts.lines"
      direction="vertical"
      handleLabel="Height"
      areas={[
        {
          id: 'one',
          content: (
            <LineChart
              {...common}
              label="Memory"
              yTitle="Device memory"
              series={series}
              bands={bands}
              marks={[{ at: 4.2e8, label: 'Peak' }]}
              onBrush={onBrush}
              onPoint={(x, id) => called('point', x, id)}
            />
          ),
        },
        {
          id: 'two',
          content: <LineChart {...common} label="Components" series={series.slice(1)} isStacked onBrush={onBrush} />,
        },
      ]}
    />
  );
}

const barCount = number('bars', 1024);
const bars = Array.from({ length: barCount }, (_, rank) => `Rank ${rank}`);
const amount = (seed: number, scale: number) =>
  bars.map((_, rank) => scale * (1 + 0.3 * Math.sin(rank * seed) + (rank === 77 && seed === 3 ? 4 : 0)));
const stacked = {
  label: 'Step time',
  barTitle: 'Rank',
  bars,
  unit: 'duration',
  parts: [
    { id: 'computing', name: 'Computing', values: amount(1, 4e8), colour: 'compute' },
    { id: 'exposed', name: 'Communication (not overlapped)', values: amount(3, 1e8), colour: 'communication' },
    { id: 'free', name: 'Free', values: amount(2, 5e7), colour: 'idle' },
  ],
  lines: [{ id: 'ratio', name: 'Computing share', values: bars.map((_, rank) => 60 + 20 * Math.sin(rank / 9)) }],
  lineUnit: 'percent',
  markedBars: [77],
  onBar: (bar: number, part: string | undefined) => called('bar', bar, part),
} as const;

const cells = number('cells', 1024);
const ranks = Array.from({ length: cells }, (_, rank) => String(rank));
const matrix = Float64Array.from({ length: cells * cells }, (_, at) => {
  const [row, column] = [Math.floor(at / cells), at % cells];
  if (row === column) return Number.NaN;
  if (row === 3 && column === 5) return 2.5;
  return Math.floor(row / 8) === Math.floor(column / 8) ? 150 + 8 * Math.sin(at) : 22 + 2 * Math.sin(at);
});

const heat = (
  <HeatMap
    label="Bandwidth"
    rows={ranks}
    columns={ranks}
    values={matrix}
    unit="GB/s"
    rowTitle="Source rank"
    columnTitle="Destination rank"
    worse="low"
    scale="log"
    onCell={(row, column) => called('cell', row, column)}
    describe={() => ['Transport HCCS']}
  />
);

const slices = Array.from({ length: 23 }, (_, at) => ({
  id: `op${at}`,
  name: at === 0 ? '<img src=x> FlashAttentionScoreGrad' : `OpType${at}`,
  value: 4e8 / (at + 1),
}));
const pie = <PieChart label="Time by op type" unit="duration" slices={slices} onSlice={(id) => called('slice', id)} />;

const pickable: readonly PickableRank[] = Array.from({ length: 1024 }, (_, at) => ({
  index: at as RankIndex,
  rank: at,
  label: `Rank ${at}`,
  hostName: `node-${Math.floor(at / 8)}`,
}));

function Controls(): ReactElement {
  const [chosen, setChosen] = useState<readonly RankIndex[]>(pickable.slice(0, 8).map(({ index }) => index));
  const [step, setStep] = useState<StepChoice>('all');
  const [mode, setMode] = useState<'time' | 'share'>('time');
  const toolbar = (
    <>
      <RankPicker ranks={pickable} value={chosen} onChange={setChosen} />
      <StepPicker
        steps={[12, 13, 14, 15]}
        value={step}
        onChange={setStep}
        also={['all', 'median']}
        detailOf={(one) => `${one * 31} ms`}
      />
      <Segmented
        label="Mode"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'time', label: 'Time' },
          { value: 'share', label: 'Share' },
        ]}
      />
      <ToolbarSpace />
      <Badge tone="warning">2 missing</Badge>
    </>
  );
  const facts = [
    { label: 'Ranks', value: '1,024', definition: 'Processes of the job' },
    { label: 'Level', value: 'Level1', copy: 'Level1' },
    { label: 'Folder', value: '/data/job/a_rather_long_folder_name_of_a_dump', copy: '/data' },
  ];
  return (
    <ViewFrame label="Everything" toolbar={toolbar} content="scroll">
      <div className="card-grid">
        <Card title="Job" definition="What was run">
          <FactList facts={facts} />
        </Card>
        <Card title="Op types">
          <div style={{ height: 220 }}>{pie}</div>
        </Card>
        <Card title="Links">
          <div style={{ height: 300 }}>{heat}</div>
        </Card>
        <Card title="Step time" tools={<Badge>16</Badge>}>
          <StackedBarChart {...stacked} height={300} mode={mode === 'time' ? 'value' : 'share'} />
        </Card>
        <Card title="Facts in columns">
          <FactList facts={facts} layout="columns" />
        </Card>
      </div>
    </ViewFrame>
  );
}

const parts: Readonly<Record<string, () => ReactElement>> = {
  table: bigTable,
  small: smallTable,
  line: () => <Lines />,
  bars: () => <StackedBarChart {...stacked} />,
  columns: () => <StackedBarChart {...stacked} direction="vertical" mode="share" />,
  pie: () => pie,
  heat: () => heat,
  controls: () => <Controls />,
};

const part = parts[address.get('part') ?? 'controls'];
const container = document.getElementById('root');
if (container === null || part === undefined) throw new Error('no such part');
const language = address.get('lang') === 'zh' ? 'zh' : 'en';
createRoot(container).render(
  <I18nextProvider i18n={createI18n(language, await loadStrings(language))}>
    <ThemeContext.Provider value={themes[themeName]}>
      <TooltipProvider>{part()}</TooltipProvider>
    </ThemeContext.Provider>
  </I18nextProvider>,
);
