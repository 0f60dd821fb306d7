import type { TabContribution } from './tab';
import { timelineTab } from './timelineTab';

/** In the order they stand in the strip. */
export const tabs: readonly TabContribution[] = [timelineTab];
