import type { TimelineData } from './data/dataSource';
import type { TimelineProbe } from './frameMeter';
import type { Navigation } from './moving/navigation';
import { metrics } from './rows/metrics';
import { laneSpot, type RowModel } from './rows/rows';
import type { Surface } from './surface';

interface ProbedParts {
  readonly area: HTMLElement;
  readonly surface: Surface;
  readonly navigation: Navigation;
  readonly data: TimelineData;
  readonly model: RowModel;
  /** No frame is awaited, and no zoom goes on. */
  readonly isStill: boolean;
}

/** Where things are right now, for a test. */
export function probeOf({ area, surface, navigation, data, model, isStill }: ProbedParts): TimelineProbe {
  const box = area.getBoundingClientRect();
  const { view, scrollTop } = navigation;
  return {
    backend: surface.kind,
    view,
    scrollTop,
    rulerHeight: metrics.rulerHeight,
    left: box.left,
    top: box.top,
    width: surface.width,
    height: surface.height,
    quadCount: data.window?.quads.startNs.length ?? 0,
    isSettled: isStill && data.isIdle && data.window !== undefined,
    laneTop(lane, row) {
      const spot = laneSpot(model, lane as Parameters<typeof laneSpot>[1], row);
      if (spot === undefined) return undefined;
      const scrolled = spot.y < 0 ? spot.y : spot.y - scrollTop;
      return { top: box.top + metrics.rulerHeight + model.fixedHeight + scrolled, height: spot.height };
    },
    xOf: (ns) => box.left + (ns - view.startNs) / navigation.nsPerPx,
  };
}
