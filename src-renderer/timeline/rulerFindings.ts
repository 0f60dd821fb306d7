/** The first findings on the ruler: where their evidence is, what is said there, and the way to them. */

import { type SentenceLanguage, sentenceText } from '../../src-contract/findings/sentence';
import { type Findings, findingsOf } from '../session/findings/findings';
import { type FindingMark, findingMarks, shownFindings } from '../session/findings/findingsModel';
import type { DumpSession } from '../session/session';
import { rulerMarkExtent } from './overlay/marks';
import type { Translate } from './rows/rowText';
import type { TooltipText } from './tooltip';

export class RulerFindings {
  private readonly findings: Findings;
  private readonly stop: () => void;
  marks: readonly FindingMark[] = [];

  constructor(
    private readonly session: DumpSession,
    onChange: () => void,
  ) {
    this.findings = findingsOf(session);
    this.read();
    this.stop = this.findings.store.subscribe((next, before) => {
      if (next.report === before.report && next.muted === before.muted) return;
      this.read();
      onChange();
    });
  }

  /** The finding whose mark is there: of several the shortest. */
  at(ns: number, nsPerPx: number): string | undefined {
    let found: FindingMark | undefined;
    for (const mark of this.marks) {
      const { left, right } = rulerMarkExtent((mark.startNs - ns) / nsPerPx, (mark.endNs - ns) / nsPerPx);
      const isShorter = !found || mark.endNs - mark.startNs < found.endNs - found.startNs;
      if (left <= 0 && right >= 0 && isShorter) found = mark;
    }
    return found?.finding;
  }

  text(id: string, language: SentenceLanguage, translate: Translate): TooltipText {
    const finding = this.findings.store.getState().report?.findings.find((own) => own.id === id);
    return {
      title: finding ? sentenceText(finding.title, language) : '',
      lines: [],
      place: translate('timeline.finding.hint'),
    };
  }

  show(id: string): void {
    this.findings.show(id);
    this.session.actions.leadTo('findings');
  }

  dispose(): void {
    this.stop();
  }

  private read(): void {
    const { report, muted } = this.findings.store.getState();
    this.marks = report ? findingMarks(shownFindings(report, muted)) : [];
  }
}
