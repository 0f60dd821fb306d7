import { ChartNoAxesGantt } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { MiddleCut } from '../../ui/MiddleCut';
import { metrics } from '../rows/metrics';
import { rowTitle } from '../rows/rowText';
import type { TimelineController } from '../TimelineController';

/** At the top of the column, the title of a lane of many rows whose own has been scrolled away: else nothing told whose rows they are. */
export function HeldTitle({ controller }: { readonly controller: TimelineController }) {
  const { t } = useTranslation();
  const row = useStore(controller.titles.rows, ({ held }) => held);
  const fixedHeight = useStore(controller.titles.rows, ({ model }) => model.fixedHeight);
  if (!row) return null;
  return (
    // Who hears the tree has its own.
    <div
      className={`timeline-title timeline-title-${row.kind} timeline-held`}
      style={{ top: metrics.rulerHeight + fixedHeight }}
      aria-hidden
    >
      <span />
      <ChartNoAxesGantt className="timeline-title-icon" size={13} />
      <span className="timeline-title-text">
        <MiddleCut text={rowTitle(row, (key, values) => t(key, values ?? {}))} />
      </span>
    </div>
  );
}
