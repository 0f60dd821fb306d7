/** Parts that `main.ts` imports, but one or the other: which, is only known in the window. */
const alternatives = /\/i18n\/strings(En|Zh)\.ts$/;

/**
 * A plugin of vite: what `main.ts` imports one after another is fetched at once, beside it, and nothing is painted before
 * main.ts has applied the theme.
 *
 * @returns {import('vite').Plugin}
 */
export function startChunksPlugin() {
  return {
    name: 'tracelane-start-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: entry }) {
        if (bundle === undefined || entry === undefined) return html;
        const parts = entry.dynamicImports.filter(
          (file) => !alternatives.test(chunkOf(bundle, file).facadeModuleId ?? ''),
        );
        const present = withImports(bundle, [entry.fileName]);
        const files = [...withImports(bundle, parts)].filter((file) => !present.has(file));
        const styles = files.flatMap((file) => [...(chunkOf(bundle, file).viteMetadata?.importedCss ?? [])]);
        return {
          html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
          tags: [
            ...[...new Set(styles)].map((file) => link({ rel: 'stylesheet', crossorigin: true, href: `./${file}` })),
            ...files.map((file) => link({ rel: 'modulepreload', crossorigin: true, href: `./${file}` })),
          ],
        };
      },
    },
  };
}

/**
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @param {readonly string[]} files
 * @returns {ReadonlySet<string>} with all that they import statically
 */
function withImports(bundle, files) {
  const found = new Set(files);
  // A set that grows while it is gone through: what is added is gone through, too.
  for (const file of found) for (const imported of chunkOf(bundle, file).imports) found.add(imported);
  return found;
}

/**
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @param {string} file
 */
function chunkOf(bundle, file) {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') throw new Error(`${file} is no chunk of the window`);
  return chunk;
}

/**
 * @param {NonNullable<import('vite').HtmlTagDescriptor['attrs']>} attrs
 * @returns {import('vite').HtmlTagDescriptor}
 */
function link(attrs) {
  return { tag: 'link', attrs, injectTo: 'head' };
}
