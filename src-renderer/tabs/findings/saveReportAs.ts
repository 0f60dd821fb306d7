import type { DumpSession } from '../../session/session';
import type { ReportForm } from './reportForms';

/** In the window's language. */
export async function saveReportAs(session: DumpSession, form: ReportForm): Promise<void> {
  const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
  const { saveReport } = await import('./saveReport');
  await saveReport(session, form, language);
}
