import type { Notice } from '../../../src-contract';
import type { SegmentEvents } from '../../index/segmentEvents';
import { packNames } from './names';

/** Of a file of which nothing can be read. */
export function noEvents(notices: readonly Notice[]): SegmentEvents {
  return {
    slices: [],
    paired: [],
    flowEnds: [],
    samples: [],
    sampleGroups: [],
    ids: [],
    slicesPerLane: new Uint32Array(0),
    tables: {
      names: packNames([]),
      categories: packNames(['']),
      laneTexts: packNames([]),
      metadataTexts: packNames([]),
      lanePid: new Uint32Array(0),
      laneTid: new Uint32Array(0),
    },
    metadata: [],
    countByPhase: new Float64Array(256),
    eventCount: 0,
    oddities: { badDurations: 0, missingDurations: 0, farTimes: 0, lostCategories: 0, hasCutTexts: false },
    skipped: [],
    notices,
  };
}
