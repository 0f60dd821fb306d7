import { reasonOfCode } from '../../src-contract/wire/systemErrors';
import type { Language } from './words';

/** What the system says of files, as the end of a sentence. */
const inChinese: Readonly<Record<string, string>> = {
  ENOENT: '文件不存在',
  ENOTDIR: '路径中有一部分不是文件夹',
  EISDIR: '这是一个文件夹',
  EACCES: '没有权限',
  EPERM: '没有权限',
  ELOOP: '链接成环',
  EMFILE: '打开的文件太多',
  ENFILE: '打开的文件太多',
  EIO: '磁盘或网络出错',
  ESTALE: '网络盘已断开',
  ETIMEDOUT: '网络盘没有响应',
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已用完',
  EROFS: '磁盘只读',
};

export function systemText(code: string, language: Language): string {
  return language === 'en' ? reasonOfCode(code) : (inChinese[code] ?? `系统返回 ${code}`);
}
