/** What the Summary view may ask. */

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface SummaryTables {}

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface SummaryQuestions {}
