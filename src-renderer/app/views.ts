import type { View } from '../session/view';
import { communicationView } from '../tabs/communication/view';
import { findingsView } from '../tabs/findings/view';
import { liveView } from '../tabs/live/view';
import { memoryView } from '../tabs/memory/view';
import { operatorView } from '../tabs/operator/view';
import { ranksView } from '../tabs/ranks/view';
import { sqlView } from '../tabs/sql/view';
import { summaryView } from '../tabs/summary/view';
import { timelineView } from '../timeline/view';

/** The views of a dump, in the order in which their tabs stand. */
export const views: readonly View[] = [
  timelineView,
  findingsView,
  ranksView,
  operatorView,
  memoryView,
  summaryView,
  communicationView,
  sqlView,
  liveView,
];
