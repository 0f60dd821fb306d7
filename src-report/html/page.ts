import type { SentenceLanguage } from '../../src-contract/findings/sentence';
import { reportWords } from '../words/reportWords';
import { html, Markup } from './markup';
import { STYLE, STYLE_HASH } from './style';

export interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly language: SentenceLanguage;
  /** Of the program. */
  readonly version: string;
}

/** A page that needs nothing else; the policy lets nothing run or load, even if a name of the dump were markup. */
export function pageHtml({ title, body, language, version }: Page): string {
  const page = html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${title} · Tracelane</title><style>${new Markup(STYLE)}</style></head>
<body><header><h1>${title}</h1></header><main>
${body}</main>
<footer><p>${reportWords[language].footer.replace('{version}', version)}</p></footer></body></html>
`;
  return page.source;
}
