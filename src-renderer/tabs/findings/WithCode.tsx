import { codeParts } from './findingText';

/** What is typed as it stands is set so. */
export function WithCode({ text }: { readonly text: string }) {
  return codeParts(text).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
    part.isCode ? <code key={at}>{part.text}</code> : <span key={at}>{part.text}</span>,
  );
}
