import { communicationTab } from './communicationTab';
import { memoryTab } from './memoryTab';
import { operatorTab } from './operatorTab';
import { summaryTab } from './summaryTab';
import type { TabContribution } from './tab';
import { timelineTab } from './timelineTab';

/** In the order they stand in the strip. */
export const tabs: readonly TabContribution[] = [timelineTab, operatorTab, memoryTab, summaryTab, communicationTab];
