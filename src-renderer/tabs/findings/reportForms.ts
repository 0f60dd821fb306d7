import type { DumpSession } from '../../session/session';

/** What a report can be saved as; also the ends of the files' names. */
export const reportForms = ['html', 'md', 'json'] as const;
export type ReportForm = (typeof reportForms)[number];

/** In the window's language. */
export async function saveReportAs(session: DumpSession, form: ReportForm): Promise<void> {
  const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
  const { saveReport } = await import('./saveReport');
  await saveReport(session, form, language);
}
