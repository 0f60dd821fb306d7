/** The report as a file, saved where the user wants it. Loaded when it is first asked for. */
import type { SentenceLanguage } from '../../../src-contract';
import { reportHtml } from '../../../src-report/html/reportHtml';
import { reportJson } from '../../../src-report/reportJson';
import { reportMarkdown } from '../../../src-report/reportMarkdown';
import { findingsOf } from '../../session/findings/findings';
import { shownFindings } from '../../session/findings/findingsModel';
import type { DumpSession } from '../../session/session';
import { saveFile } from '../../ui/saveFile';
import type { ReportForm } from './reportForms';

const mediaTypes: Readonly<Record<ReportForm, string>> = {
  html: 'text/html',
  md: 'text/markdown',
  json: 'application/json',
};

/** As it is shown: without what is muted. Nothing happens while there is no report yet. */
export async function saveReport(session: DumpSession, form: ReportForm, language: SentenceLanguage): Promise<void> {
  const { report: whole, muted, limits } = findingsOf(session).store.getState();
  if (!whole) return;
  const report = { ...whole, findings: shownFindings(whole, muted) };
  const state = session.store.getState().dump;
  const { engine, dumpId } = session;
  const replay = {
    path: await engine.ask(dumpId, 'findings.path', {}),
    predictions: await engine.ask(dumpId, 'findings.predictions', { limits }),
    patterns: await engine.ask(dumpId, 'findings.patterns', { limits }),
  };
  const text = async () => {
    switch (form) {
      case 'html': {
        const [{ version }, job] = await Promise.all([engine.host(), engine.ask(dumpId, 'summary.job', {})]);
        return reportHtml({ state, report, job, language, version, replay });
      }
      case 'md':
        return reportMarkdown(state.title, report, language, replay);
      case 'json':
        return `${JSON.stringify(reportJson(state, report, replay), undefined, 2)}\n`;
    }
  };
  saveFile(new Blob([await text()], { type: `${mediaTypes[form]};charset=utf-8` }), `${state.title} findings.${form}`);
}
