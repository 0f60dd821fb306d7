/** What a report can be saved as; also the ends of the files' names. */
export const reportForms = ['html', 'md', 'json'] as const;
export type ReportForm = (typeof reportForms)[number];
