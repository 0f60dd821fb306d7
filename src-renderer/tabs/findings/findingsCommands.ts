import type { Command } from '../../base/commands';
import { findingsOf } from '../../session/findings/findings';
import { shownFindings } from '../../session/findings/findingsModel';
import { shownKind } from '../../session/lanes/lanePresets';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { copyText } from '../../ui/clipboard';
import { findingsMarkdown } from './findingText';
import { functionsStore } from './functionsState';
import { reportForms } from './reportForms';
import { saveReportAs } from './saveReportAs';
import { showEvidence } from './showEvidence';
import { hasPaths, removePaths, showPath } from './showPath';

/** The list itself listens to its keys: see `findingKeys.ts`. */
export function findingsCommands(session: DumpSession, shell: Shell): readonly Command[] {
  const findings = findingsOf(session);
  const shown = () => {
    const { report, muted } = findings.store.getState();
    return report ? shownFindings(report, muted) : [];
  };
  const chosen = () => shown().find(({ id }) => id === findings.store.getState().current) ?? shown()[0];
  const hasAny = () => shown().length > 0;
  return [
    {
      id: 'findings.show',
      titleKey: 'findings.command.show',
      group: 'navigate',
      keys: [{ code: 'KeyE', ctrl: true, alt: true }],
      keysHandledBy: 'shell',
      run: () => shell.showTab('findings'),
    },
    {
      id: 'findings.overSteps',
      titleKey: 'findings.command.overSteps',
      group: 'navigate',
      keys: [],
      keysHandledBy: 'shell',
      run: () => {
        functionsStore(session).setState({ page: 'steps' });
        shell.showTab('findings');
      },
    },
    {
      id: 'findings.evidence',
      titleKey: 'findings.command.evidence',
      group: 'navigate',
      keys: [{ code: 'Enter', shift: true }],
      keysHandledBy: 'part',
      isEnabled: () => (chosen()?.evidence.length ?? 0) > 0,
      run: () => {
        const finding = chosen();
        if (finding) showEvidence(session, shell, finding).catch(shell.reportError);
      },
    },
    {
      id: 'findings.path',
      titleKey: 'findings.command.path',
      group: 'navigate',
      keys: [],
      keysHandledBy: 'shell',
      isEnabled: () =>
        session.store
          .getState()
          .dump.ranks.some(({ groups }) => groups.some((group) => shownKind(group) === 'hardware')),
      run: () => {
        showPath(session, shell, {}).catch(shell.reportError);
      },
    },
    {
      id: 'findings.removePath',
      titleKey: 'findings.command.removePath',
      group: 'view',
      keys: [],
      keysHandledBy: 'shell',
      isEnabled: () => hasPaths(session.store.getState().dump),
      run: () => {
        removePaths(session).catch(shell.reportError);
      },
    },
    {
      id: 'findings.expand',
      titleKey: 'findings.command.expand',
      group: 'view',
      keys: [{ code: 'Enter' }, { code: 'ArrowRight' }, { code: 'ArrowLeft' }],
      keysHandledBy: 'part',
      isEnabled: hasAny,
      run: () => {
        const finding = chosen();
        if (finding) findings.toggle(finding.id);
        shell.showTab('findings');
      },
    },
    {
      id: 'findings.expandAll',
      titleKey: 'findings.command.expandAll',
      group: 'view',
      keys: [],
      keysHandledBy: 'shell',
      isEnabled: hasAny,
      run: () => {
        findings.store.setState({ open: new Set(shown().map(({ id }) => id)) });
        shell.showTab('findings');
      },
    },
    {
      id: 'findings.copy',
      titleKey: 'findings.command.copy',
      group: 'view',
      keys: [],
      keysHandledBy: 'shell',
      isEnabled: hasAny,
      run: () => {
        const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
        void copyText(findingsMarkdown(shown(), language));
      },
    },
    ...reportForms.map(
      (form): Command => ({
        id: `findings.save.${form}`,
        titleKey: `findings.command.save.${form}`,
        group: 'view',
        keys: [],
        keysHandledBy: 'shell',
        isEnabled: () => findings.store.getState().report !== undefined,
        run: () => {
          saveReportAs(session, form).catch(shell.reportError);
        },
      }),
    ),
    {
      id: 'findings.resetThresholds',
      titleKey: 'findings.command.resetThresholds',
      group: 'view',
      keys: [],
      keysHandledBy: 'shell',
      isEnabled: () => Object.keys(findings.store.getState().limits).length > 0,
      run: () => {
        findings.resetLimits().catch(shell.reportError);
      },
    },
  ];
}
