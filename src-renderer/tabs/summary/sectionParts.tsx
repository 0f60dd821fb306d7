import { ChartColumnStacked } from 'lucide-react';
import type { OfJob, SummaryOverview, SummaryStep } from '../../../src-contract';
import { EmptyState } from '../../ui/EmptyState';
import type { SummaryStore } from './summaryStore';

/** What each section gets. */
export interface SectionProps {
  readonly store: SummaryStore;
  readonly overview: SummaryOverview;
  /** Of several jobs the one that it is about: part of each question. */
  readonly of: OfJob;
  readonly step: SummaryStep;
}

/** Where there is nothing to show: why. */
export function NothingHere({ text }: { readonly text: string }) {
  return <EmptyState icon={ChartColumnStacked} size="panel" title={text} />;
}
