/** A pid or tid as trace-event JSON has it: a number where it is one, with all digits, else a string. */
export function traceIdText(id: string): string {
  return /^(0|-?[1-9]\d{0,18})$/.test(id) ? id : JSON.stringify(id);
}
