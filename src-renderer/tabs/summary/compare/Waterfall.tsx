import { useTranslation } from 'react-i18next';
import type { Change, CompareReport } from '../../../../src-contract';
import { intervalText } from '../../../../src-report/compare/compareDocument';
import { barLabel, barValue, rangeText } from '../../../../src-report/compare/compareHtml';
import { compareWords } from '../../../../src-report/compare/compareWords';
import { type WaterfallBar, waterfall, waterfallRange } from '../../../../src-report/compare/waterfall';
import { useSentenceLanguage } from '../../../session/findings/useFindings';
import { useChartColours } from '../../../ui/chart/chartColours';

/** From the one step to the other, part by part, in ms: a picture that is a table, for those who hear the window. */
export function Waterfall({ report }: { readonly report: CompareReport }) {
  const { t } = useTranslation();
  const language = useSentenceLanguage();
  const colours = useChartColours();
  const { columns } = compareWords[language];
  const bars = waterfall(report);
  const { fromNs, toNs } = waterfallRange(bars);
  const areRepeated = report.step.interval !== undefined;
  const share = (ns: number) => (Math.min(Math.max(ns, fromNs), toNs) - fromNs) / Math.max(1, toNs - fromNs);
  return (
    <div className="compare-waterfall">
      <table>
        <caption>{rangeText({ fromNs, toNs }, language)}</caption>
        <thead>
          <tr>
            <th>{columns.part}</th>
            <th aria-label={t('summary.compare.waterfall')} />
            <th>ms</th>
            {areRepeated && <th>{columns.interval}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => {
            const [left, right] = [share(bar.fromNs), share(bar.toNs)].sort((own, other) => own - other);
            const label = barLabel(bar, language);
            return (
              <tr key={label} className={`compare-bar-${bar.kind}`}>
                <th scope="row" title={label}>
                  {label}
                </th>
                <td>
                  <span
                    className="compare-track"
                    style={{
                      marginLeft: `${100 * left!}%`,
                      width: `${100 * (right! - left!)}%`,
                      background: colours.fill(bar.colour, 0),
                    }}
                  />
                </td>
                <td className="number">{barValue(bar)}</td>
                {areRepeated && <td className="number compare-interval">{intervalText(changeOf(bar, report))}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The step's at its end. */
function changeOf({ kind, part }: WaterfallBar, { step, groups }: CompareReport): Change {
  const none = { a: Number.NaN, b: Number.NaN, delta: Number.NaN };
  if (!part) return kind === 'end' ? step : none;
  const all = groups.flatMap(({ parts }) => parts);
  const isIt = (own: typeof part) => own.group === part.group && own.kind === part.kind && own.name === part.name;
  // What is joined only for the picture has no interval of its own.
  return part.kind === 'other' ? none : (all.find(isIt)?.change ?? none);
}
