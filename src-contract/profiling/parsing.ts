/** What makes something to look at of what a profiler has recorded and nobody has parsed. */

/** Whose parser it takes. */
export type RawForm = 'torch_npu' | 'mindspore' | 'msprof';

/** `analyse` and msprof take the folder that ranks or `PROF_…` folders lie in; msprof a single one as well. */
export function parsingCommand(form: RawForm, folder: string): string {
  if (form === 'msprof') return `msprof --export=on --output=${inShell(folder)}`;
  return `python3 -c ${inShell(parsingProgram(form, folder))}`;
}

/** The same in Python. */
export function parsingProgram(form: Exclude<RawForm, 'msprof'>, folder: string): string {
  return `from ${form}.profiler.profiler import analyse; analyse(${JSON.stringify(folder)})`;
}

/** As one word of a shell's command line. */
function inShell(text: string): string {
  return /^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
