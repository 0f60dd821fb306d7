/** What a dump is called that was asked for: by hand as ModelArts does, by an alarm apart from that. */

export type DumpOrigin = 'manual' | 'auto';

/** `manual_profiling_dump_20261123184512345`: no two are alike, so that each lies in a folder of its own, which is empty before. */
export function dumpName(origin: DumpOrigin, nowMs: number): string {
  const local = nowMs - new Date(nowMs).getTimezoneOffset() * 60_000;
  return `${origin}_profiling_dump_${new Date(local).toISOString().replace(/\D/g, '')}`;
}

/** Undefined: it is none of these. */
export function originOfDump(name: string): DumpOrigin | undefined {
  const [, origin] = /^(manual|auto)_profiling_dump_\d+/.exec(name) ?? [];
  return origin === 'manual' || origin === 'auto' ? origin : undefined;
}

/** Behind a folder its name; before the name of a file (GPU), since whoever writes that makes no folders. */
export function outputOfDump(output: string, dump: string, form: 'folder' | 'file'): string {
  if (form === 'folder') return `${output.replace(/[\\/]+$/, '')}/${dump}`;
  const slash = Math.max(output.lastIndexOf('/'), output.lastIndexOf('\\'));
  return `${output.slice(0, slash + 1)}${dump}_${output.slice(slash + 1)}`;
}
