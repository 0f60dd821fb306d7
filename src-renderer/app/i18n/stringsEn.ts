import { communicationEn } from '../../communication/stringsEn';
import { memoryEn } from '../../memory/stringsEn';
import { operatorEn } from '../../operator/stringsEn';
import { summaryEn } from '../../summary/stringsEn';
import { timelineStrings } from '../../timeline/strings';
import { uiStrings } from '../../ui/strings';
import { en } from './en';
import { mergeStrings, type StringTree } from './mergeStrings';

/** All that the window says, in English: the shell's sentences and those that parts keep beside themselves. */
export const stringsEn: StringTree = mergeStrings([
  en,
  timelineStrings.en,
  uiStrings.en,
  operatorEn,
  memoryEn,
  summaryEn,
  communicationEn,
]);
