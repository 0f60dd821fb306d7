import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentencesZh } from '../../../../src-contract/findings/sentencesZh';
import { reasonSentences } from '../../../../src-contract/reasons';
import { en } from '../../../../src-renderer/app/i18n/en';
import { loadStrings } from '../../../../src-renderer/app/i18n/loadStrings';
import { stringsEn } from '../../../../src-renderer/app/i18n/stringsEn';
import { stringsZh } from '../../../../src-renderer/app/i18n/stringsZh';
import { zh } from '../../../../src-renderer/app/i18n/zh';
import { zhNotices } from '../../../../src-renderer/app/i18n/zhNotices';
import { zhReasons } from '../../../../src-renderer/app/i18n/zhReasons';
import { addLanguage, createI18n } from '../../../../src-renderer/base/i18n/i18n';
import { htmlLanguage } from '../../../../src-renderer/base/i18n/language';
import { compareWords } from '../../../../src-report/compare/compareWords';
import { partNames } from '../../../../src-report/words/namesZh';
import { reportWords } from '../../../../src-report/words/reportWords';
import { noticeSentences } from '../../../../src-worker/files/notices';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, text] of leaves(value, `${prefix}${key}.`)) found.set(inner, text);
  }
  return found;
}

const placeholders = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]).sort();

describe('translations', () => {
  it('each language has every sentence, since none is taken from the other', () => {
    const plain = (tree: Tree) => [...leaves(tree).keys()].filter((key) => !key.endsWith('_one'));
    const shared = (tree: Tree) => plain(tree).filter((key) => !/^(notice|reason)\./.test(key));
    expect(shared(stringsZh).sort()).toEqual(shared(stringsEn).sort());
  });

  it('are fetched by the language that the document then has', async () => {
    expect(await loadStrings('zh')).toBe(stringsZh);
    expect(await loadStrings('en')).toBe(stringsEn);
    expect([htmlLanguage('zh'), htmlLanguage('en')]).toEqual(['zh-CN', 'en']);
  });

  it('Chinese fills the same placeholders as English', () => {
    const english = leaves(en);
    for (const [key, text] of leaves(zh)) {
      const original = english.get(key);
      if (original === undefined) continue;
      expect(placeholders(text, /\{\{(\w+)\}\}/g), key).toEqual(placeholders(original, /\{\{(\w+)\}\}/g));
    }
  });

  it('no placeholder is called as an option of i18next: the sentence would be looked for elsewhere', () => {
    const options =
      /\{\{(ns|lngs?|fallbackLng|context|defaultValue|replace|ordinal|interpolation|postProcess|joinArrays)\}\}/;
    const all = [...leaves(stringsEn), ...leaves(stringsZh)];
    expect(all.filter(([, text]) => options.test(text))).toEqual([]);
  });

  it('Free is 空闲 in Chinese; the lane and the column of that name keep it', () => {
    const { zh: compare } = compareWords;
    const trees = [stringsZh, sentencesZh, partNames, reportWords.zh, compare] as unknown as readonly Tree[];
    const all = trees.flatMap((tree) => [...leaves(tree)]);
    expect(all.filter(([, text]) => /(?<![\w-])Free(?!\w| 泳道| 列)/.test(text))).toEqual([]);
  });

  it('Chinese sentences have full-width punctuation', () => {
    const texts = [...leaves(zh).values()];
    const han = '\\p{Script=Han}';
    // Beside a Chinese character, or without the space that would follow it in English.
    const halfWidth = new RegExp(`${han}[,:;(]|[,:;(]${han}|[:;](?! )`, 'u');
    expect(texts.filter((text) => halfWidth.test(text))).toEqual([]);
  });

  it('every sentence of the Engine is there in Chinese, with the same placeholders', () => {
    for (const [code, sentence] of Object.entries(noticeSentences)) {
      expect(zhNotices[code], code).toBeDefined();
      // "{count|byte is|bytes are}" counts its noun; Chinese nouns have one form.
      const wanted = new Set(placeholders(sentence, /\{(\w+)(?:\|[^}]*)?\}/g));
      expect(new Set(placeholders(zhNotices[code]!, /\{\{(\w+)\}\}/g)), code).toEqual(wanted);
    }
  });

  it('every reason that a sentence ends with is there in Chinese, with the same placeholders', () => {
    const english: Readonly<Record<string, string>> = reasonSentences;
    const chinese: Readonly<Record<string, string>> = zhReasons;
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const [id, sentence] of Object.entries(english))
      expect(placeholders(chinese[id], /\{\{(\w+)\}\}/g), id).toEqual(placeholders(sentence, /\{(\w+)\}/g));
    expect(Object.values(chinese).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it('a notice without a translation shows its own sentence', () => {
    const i18n = createI18n('zh', stringsZh);
    const keys = ['notice.never-heard-of', 'notice.fallback'];
    expect(i18n.t(keys, { message: 'Byte <b> is odd.' })).toBe('Byte <b> is odd.');
    expect(i18n.t(['notice.empty-file', 'notice.fallback'], { message: '' })).toBe(zhNotices['empty-file']);
  });

  it('values from a dump are not read as translations or placeholders', () => {
    const i18n = createI18n('en', stringsEn);
    expect(i18n.t('find.emptyTitle', { text: '$t(common.copy) {{n}} <b>' })).toBe(
      'Nothing found for “$t(common.copy) {{n}} <b>”',
    );
  });

  it('plurals follow the count, in a language that is added later, too', async () => {
    const i18n = createI18n('en', stringsEn);
    expect(i18n.t('count.ranks', { count: 1, n: '1' })).toBe('1 rank');
    expect(i18n.t('count.ranks', { count: 2, n: '2' })).toBe('2 ranks');
    expect(i18n.hasResourceBundle('zh', 'translation')).toBe(false);
    await addLanguage(i18n, 'zh', loadStrings);
    await i18n.changeLanguage('zh');
    expect(i18n.t('count.ranks', { count: 1, n: '1' })).toBe('1 个 Rank');
  });
});

/** Keys as they stand in the source: t('a.b'), titleKey: 'a.b'. Built ones (`a.${b}`) must begin like a known key. */
function keysInSource(
  folder: string,
): readonly { readonly key: string; readonly use: 'plain' | 'bare' | 'prefix'; readonly file: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8');
      const plain = [...source.matchAll(/(?:\bt\(\s*|titleKey: |gestureKey: )'([\w.]+)'/g)];
      // Without a value there is no count to choose a form by.
      const bare = [...source.matchAll(/\bt\(\s*'([\w.]+)'\s*\)/g)];
      const built = [...source.matchAll(/\bt\(\s*`([\w.]+\.)\$\{/g)];
      return [
        ...plain.map((match) => ({ key: match[1]!, use: 'plain', file }) as const),
        ...bare.map((match) => ({ key: match[1]!, use: 'bare', file }) as const),
        ...built.map((match) => ({ key: match[1]!, use: 'prefix', file }) as const),
      ];
    });
}

describe('keys in the source', () => {
  const i18n = createI18n('en', stringsEn);
  const known = [...leaves(i18n.getResourceBundle('en', 'translation') as Tree).keys()];

  it.each(['app', 'base', 'ui', 'session', 'timeline', 'tabs'])('%s uses no key that is not there', (folder) => {
    const keys = keysInSource(join(__dirname, '../../../../src-renderer', folder));
    for (const { key, use, file } of keys) {
      const isKnown =
        use === 'prefix'
          ? known.some((other) => other.startsWith(key))
          : known.some((other) => other === key || (use === 'plain' && other === `${key}_other`));
      expect(isKnown, `${key} in ${file}`).toBe(true);
    }
  });
});
