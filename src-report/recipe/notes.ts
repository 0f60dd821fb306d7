/** What is to be known of a profile before it is taken. */
import { eventBytes, gpuStepS, heavyShare, lightShare, MOST_PROFILE_STEPS } from '../../src-contract/profiling/costs';
import { metricsFacts } from '../../src-contract/profiling/metrics';
import { collectedMetrics, type RecipeChoice } from './choices';
import { type CollectorId, collectorFacts, type TakenPart } from './collectors';
import { bashWord, pythonString } from './quote';
import { type RecipeLanguage, type RecipeWord, recipeWords } from './words';

type Note = readonly [RecipeWord, Readonly<Record<string, string | number>>?];

/** `chosen`: as it was asked for; `written`: as the collector is told. */
export function recipeNotes(chosen: RecipeChoice, written: RecipeChoice, language: RecipeLanguage): readonly string[] {
  const { collector } = written;
  const { takes, pathCharacters } = collectorFacts[collector];
  const say = (id: RecipeWord, values?: Readonly<Record<string, string | number>>) => recipeWords(id, language, values);
  const metrics = collectedMetrics(written);
  const notes: readonly (Note | false | undefined)[] = [
    [costOf(written), { ...percents, ...gpuStepS }],
    collector !== 'perftracker' && !isMonitoring(written) && [takes.has('stack') ? 'size' : 'size.plain', sizes],
    ['disk'],
    takes.has('count') &&
      !isMonitoring(written) && [
        'steps',
        {
          count: written.count,
          most: MOST_PROFILE_STEPS,
          unit: say(takes.has('epochs') ? `unit.${written.unit}` : 'unit.step'),
        },
      ],
    !takes.has('count') && collector !== 'perftracker' && ['whole-run'],
    chosen.level !== written.level && ['no-level', { level: chosen.level, written: written.level }],
    takes.has('level') && written.level === 'none' && ['none-needs-marks'],
    metrics && metricsFacts[metrics].fromA2 && ['needs-a2', { metrics }],
    untaken(written).length > 0 && [
      'not-taken',
      {
        parts: untaken(written)
          .map((part) => say(`part.${part}`))
          .join(language === 'zh' ? '、' : ', '),
      },
    ],
    written.question === 'communication' && written.ranks.length > 0 && ['all-ranks'],
    written.hasMemory && takes.has('memory') && collector !== 'pytorch_gpu' && ['glibc'],
    (collector === 'dynamic_profile' || collector === 'msmonitor') &&
      written.ranks.length > 0 && ['raw-of-ranks', { command: analyseCommand(written) }],
    pathCharacters && !pathCharacters.test(written.output) && ['path', { collector: programOf(collector) }],
    ['open', { output: bashWord(written.output) }],
  ];
  return notes.flatMap((note) => (note ? [say(...note)] : []));
}

/** msMonitor’s light monitor goes on until it is stopped. */
function isMonitoring({ collector, question }: RecipeChoice): boolean {
  return collector === 'msmonitor' && question === 'light';
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const percents = { light: percent(lightShare), heavy: percent(heavyShare) };
const megabytes = (bytes: number): string => `${Math.round((bytes * 100_000) / 1e6)} MB`;
const sizes = { plain: megabytes(eventBytes.plain), stacks: megabytes(eventBytes.withStack) };

function costOf({ collector, level, hasMemory, hasStack }: RecipeChoice): RecipeWord {
  const { takes } = collectorFacts[collector];
  if (collector === 'pytorch_gpu') return 'cost.gpu';
  if (collector === 'perftracker') return 'cost.unknown';
  const costsMore = (hasMemory && takes.has('memory')) || (hasStack && takes.has('stack'));
  if (level === '2' && costsMore) return 'cost.heavy';
  return !costsMore && (level === 'none' || level === '0') ? 'cost.light' : 'cost.between';
}

type UntakenPart = Extract<TakenPart, 'memory' | 'stack' | 'ranks'>;

/** What was chosen and the collector cannot be told. */
function untaken({ collector, hasMemory, hasStack, ranks }: RecipeChoice): readonly UntakenPart[] {
  const { takes } = collectorFacts[collector];
  const chosen: readonly (readonly [UntakenPart, boolean])[] = [
    ['memory', hasMemory],
    ['stack', hasStack],
    ['ranks', ranks.length > 0],
  ];
  return chosen.flatMap(([part, isChosen]) => (isChosen && !takes.has(part) ? [part] : []));
}

/** Without `async_mode` torch_npu analyses nothing where ranks are chosen (`ConfigContext.valid`). */
function analyseCommand({ output }: RecipeChoice): string {
  return bashWord(`from torch_npu.profiler.profiler import analyse; analyse(${pythonString(output)})`);
}

function programOf(collector: CollectorId): string {
  switch (collector) {
    case 'dynamic_profile':
      return 'torch_npu';
    case 'mindie':
      return 'MindIE';
    case 'msmonitor':
      return 'msMonitor';
    default:
      return collector;
  }
}
