import { communicationZh } from '../../communication/stringsZh';
import { memoryZh } from '../../memory/stringsZh';
import { operatorZh } from '../../operator/stringsZh';
import { summaryZh } from '../../summary/stringsZh';
import { timelineStrings } from '../../timeline/strings';
import { uiStrings } from '../../ui/strings';
import { mergeStrings, type StringTree } from './mergeStrings';
import { zh } from './zh';

/** All that the window says, in Simplified Chinese: the shell's sentences and those that parts keep beside themselves. */
export const stringsZh: StringTree = mergeStrings([
  zh,
  timelineStrings.zh,
  uiStrings.zh,
  operatorZh,
  memoryZh,
  summaryZh,
  communicationZh,
]);
