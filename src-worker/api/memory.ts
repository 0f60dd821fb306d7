/** What the Memory view may ask. */

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface MemoryTables {}

// biome-ignore lint/suspicious/noEmptyInterface: filled as the view grows
export interface MemoryQuestions {}
