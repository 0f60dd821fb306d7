import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describedFiles, importerNamed, planRank } from '../../../../src-worker/importers/importers';
import type { EventSource } from '../../../../src-worker/index/eventSource';
import { indexFiles, temporaryFile } from '../../../fixtures/indexed';

const event = (name: string, us: number) =>
  `{"ph":"X","pid":1,"tid":1,"ts":${us},"dur":1,"name":"${name}","args":{"of":"${name}"}}`;
const trace = (...names: readonly string[]) => `[${names.map((name, i) => event(name, i)).join(',\n')}]`;

describe('what reads a rank', () => {
  test('is told by the first bytes of its files', () => {
    const { canRead } = importerNamed('traceEvents');
    const head = (text: string) => Buffer.from(text);
    for (const text of ['[{', ' \n\t{"traceEvents"', '\ufeff[']) expect(canRead('/x', head(text)), text).toBe(true);
    expect(canRead('/x', gzipSync('[]'))).toBe(true);
    for (const text of ['', 'SQLite format 3\0', 'a,b\n']) expect(canRead('/x.json', head(text)), text).toBe(false);
  });

  test('says so where nobody can read a file, or there is none', async () => {
    expect((await planRank([temporaryFile('empty.json', '')])).notices).toMatchObject([{ code: 'empty-file' }]);
    expect((await planRank(['/nowhere/trace.json'])).notices).toMatchObject([{ code: 'file-unreadable' }]);
    expect(await planRank([])).toMatchObject({ segments: [], notices: [] });
  });
});

describe('where an event stands', () => {
  test('is told by file and byte, and leads back to the event, in any order', async () => {
    const paths = [temporaryFile('a.json', trace('one', 'two')), temporaryFile('b.json', trace('three', 'four'))];
    const { index } = await indexFiles(paths);
    const files = describedFiles(index.files);
    // Not in their order, and one of them twice.
    const sources = [...index.slices.source, index.slices.source[0]].reverse() as EventSource[];
    expect(new Set(sources).size).toBe(4);
    const names: string[] = [];
    await importerNamed(files.importer).readEvents(files, sources, (position, { args }) => {
      const value = args?.find(({ key }) => key === 'of')?.value;
      names[position] = value?.kind === 'text' ? value.text : '';
    });
    const texts = new Map(paths.map((path, i) => [path, [trace('one', 'two'), trace('three', 'four')][i]]));
    for (const [position, source] of sources.entries()) {
      const { path, byteOffset } = files.describe(source);
      expect(texts.get(path)?.slice(byteOffset)).toContain(names[position]);
      expect(JSON.parse(/\{.*?\}\}/.exec(texts.get(path)?.slice(byteOffset) ?? '')?.[0] ?? '').name).toBe(
        names[position],
      );
      const one = await importerNamed(files.importer).readEvent(files, source);
      expect(one?.args).toEqual([{ key: 'of', value: { kind: 'text', text: names[position] } }]);
    }
    expect(new Set(names)).toEqual(new Set(['one', 'two', 'three', 'four']));
  });
});
