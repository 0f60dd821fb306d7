/** The address of a webhook as one types it; '': none. Undefined: it makes no sense. Pure. */
export function webhookOf(text: string): string | undefined {
  const own = text.trim();
  if (own === '') return '';
  const url = URL.canParse(own) ? new URL(own) : undefined;
  const isGood =
    (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === '';
  return isGood ? own : undefined;
}
