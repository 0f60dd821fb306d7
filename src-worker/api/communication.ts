/** What the Communication view may ask. */

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface CommunicationTables {}

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface CommunicationQuestions {}
