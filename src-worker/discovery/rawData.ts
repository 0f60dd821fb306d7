/** What a profiler recorded and nobody has parsed yet: there is nothing to show of it, but a command that makes it so. */
import { dirname } from 'node:path';
import type { Notice } from '../../src-contract';
import { parsingCommand, type RawForm } from '../../src-contract/profiling/parsing';
import { type NoticeCode, notice } from '../files/notices';

export interface RawFolder {
  readonly form: RawForm;
  readonly folder: string;
}

const isProf = (name: string) => /^PROF_/.test(name);

/**
 * The form of a rank's folder (`*_ascend_pt`, `*_ascend_ms`) that has raw data, by what it holds; undefined for a folder
 * without such. `filesOf` lists the files of one of its folders.
 */
export function rawRankForm(
  name: string,
  folders: readonly string[],
  filesOf: (folder: string) => readonly string[],
): RawForm | undefined {
  const hasFramework = folders.includes('FRAMEWORK');
  if (!hasFramework && !(/_ascend_(pt|ms)$/.test(name) && folders.some(isProf))) return undefined;
  const isMindSpore = /_ascend_ms$/.test(name) || (hasFramework && filesOf('FRAMEWORK').some(isOfMindSpore));
  return isMindSpore ? 'mindspore' : 'torch_npu';
}

const isOfMindSpore = (file: string) => file.startsWith('mindspore.');

/** True for a `PROF_…` folder that has only what msprof recorded. `foldersOf` lists the folders of one of its folders. */
export function isRawProf(
  name: string,
  folders: readonly string[],
  foldersOf: (folder: string) => readonly string[],
): boolean {
  const recorded = folders.filter((folder) => /^(host|device_\d+)$/.test(folder));
  if (!isProf(name) || recorded.length === 0) return false;
  return recorded.every((folder) => !foldersOf(folder).some((own) => own === 'timeline' || own === 'summary'));
}

const codes: { readonly [F in RawForm]: NoticeCode } = {
  torch_npu: 'raw-data-torch-npu',
  mindspore: 'raw-data-mindspore',
  msprof: 'raw-data-msprof',
};

/** One notice for the folders that one command parses together: those of one form in the same folder. */
export function rawDataNotices(raw: readonly RawFolder[], severity: Notice['severity']): Notice[] {
  const together = new Map<string, RawFolder[]>();
  for (const own of raw) {
    const key = `${own.form} ${dirname(own.folder)}`;
    together.set(key, [...(together.get(key) ?? []), own]);
  }
  return [...together.values()].map((all) => {
    const [{ form, folder }] = all;
    const path = form === 'msprof' && all.length === 1 ? folder : dirname(folder);
    const params = { count: all.length, command: parsingCommand(form, path) };
    return notice(codes[form], severity, params, { path: all.length === 1 ? folder : path });
  });
}
