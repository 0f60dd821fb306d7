import { useTranslation } from 'react-i18next';
import type { CollectiveBar, ShownStep } from '../../../../src-contract';
import { formatExactUnit, formatUnit } from '../../../base/formatUnit';
import { useChartColours } from '../../../ui/chart/chartColours';
import { phaseColours, tracePhases } from './tracePhases';

/** Of the whole width: more bars in a row than these are drawn, but can't be told apart. */
const WIDTH = 1000;
const ROW = 26;
const BAR = 18;

/** The step, its phases, and a row of each lane with collectives, to one scale; every bar tells its start and end. */
export function PhasesPicture({ shown }: { readonly shown: ShownStep }) {
  const { t } = useTranslation();
  const colours = useChartColours();
  const phases = tracePhases(shown);
  const lanes = [...new Set(shown.collectives.map(({ lane }) => lane))];
  const scale = WIDTH / shown.totalNs;
  const rows: readonly { readonly name: string; readonly bars: readonly PictureBar[] }[] = [
    {
      name: t('summary.trace.step'),
      bars: [{ startNs: 0, endNs: shown.totalNs, name: t('summary.trace.step'), colour: colours.fill('idle', 0) }],
    },
    ...(phases.length > 0
      ? [
          {
            name: t('summary.trace.phases'),
            bars: phases.map(({ id, startNs, endNs }, at) => {
              return {
                startNs,
                endNs,
                name: t(`summary.trace.phase.${id}`),
                colour: colours.fill(phaseColours[id], at),
              };
            }),
          },
        ]
      : []),
    ...lanes.map((lane) => ({
      name: lane,
      bars: shown.collectives
        .filter((own) => own.lane === lane)
        .map((own: CollectiveBar) => ({
          ...own,
          name: t('summary.trace.collective', { lane }),
          colour: colours.fill('memory', 2),
        })),
    })),
  ];
  return (
    <div className="trace-picture" role="img" aria-label={t('summary.trace.picture')}>
      {rows.map(({ name, bars }, at) => (
        <div key={name} className="trace-row">
          <span className="trace-row-name" title={name}>
            {name}
          </span>
          <svg width="100%" height={ROW} viewBox={`0 0 ${WIDTH} ${ROW}`} preserveAspectRatio="none" aria-hidden="true">
            {at > 0 && <line className="trace-line" x1={0} x2={WIDTH} y1={ROW / 2} y2={ROW / 2} />}
            {bars.map((bar) => (
              <rect
                key={`${bar.startNs} ${bar.name}`}
                x={bar.startNs * scale}
                y={(ROW - BAR) / 2}
                width={Math.max(1.5, (bar.endNs - bar.startNs) * scale)}
                height={BAR}
                fill={bar.colour}
              >
                <title>{`${bar.name}\n${spanText(bar)}`}</title>
              </rect>
            ))}
          </svg>
        </div>
      ))}
      <div className="trace-row">
        <span />
        <span className="trace-ends number">
          <span>0</span>
          <span title={formatExactUnit(Math.round(shown.totalNs), 'duration')}>
            {formatUnit(Math.round(shown.totalNs), 'duration')}
          </span>
        </span>
      </div>
    </div>
  );
}

interface PictureBar {
  readonly startNs: number;
  readonly endNs: number;
  readonly name: string;
  readonly colour: string;
}

/** "1.2 ms … 3.4 ms · 2.2 ms" */
function spanText({ startNs, endNs }: { readonly startNs: number; readonly endNs: number }): string {
  const [start, end, length] = [startNs, endNs, endNs - startNs].map((ns) => formatUnit(Math.round(ns), 'duration'));
  return `${start} … ${end} · ${length}`;
}
