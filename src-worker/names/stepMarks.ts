/** "ProfilerStep#12" of PyTorch, and "Iteration 12" of MindSpore’s step trace: a profiler’s marks of steps, which are no work of anybody. */
export const STEP_MARK_PREFIXES = ['ProfilerStep#', 'Iteration '] as const;

const mark = new RegExp(`^(?:${STEP_MARK_PREFIXES.join('|')})\\d+$`);

export function isStepMark(name: string): boolean {
  return mark.test(name);
}
