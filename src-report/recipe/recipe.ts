/** Choices → the code, environment or configuration that takes such a profile, and what is to be known of it. */
import type { ProfileLevel } from '../../src-contract/profiling/levels';
import type { RecipeChoice } from './choices';
import { type CollectorId, collectorFacts } from './collectors';
import { recipeNotes } from './notes';
import { dynamicProfileFiles } from './texts/dynamicProfile';
import { mindieFiles, msprofFiles } from './texts/environments';
import { perftrackerFiles, pytorchFiles } from './texts/gpu';
import { mindsporeEnvFiles, mindsporeFiles } from './texts/mindspore';
import { msmonitorFiles } from './texts/msmonitor';
import { torchNpuFiles } from './texts/torchNpu';
import type { RecipeLanguage } from './words';
import { type RecipeFile, type RecipeWriter, recipeWriter } from './writer';

export type { RecipeFile };

export interface Recipe {
  readonly files: readonly RecipeFile[];
  /** Whole sentences: what it costs, what cannot be told. */
  readonly notes: readonly string[];
}

const filesOf: Readonly<Record<CollectorId, (choice: RecipeChoice, writer: RecipeWriter) => readonly RecipeFile[]>> = {
  torch_npu: torchNpuFiles,
  dynamic_profile: dynamicProfileFiles,
  mindspore: mindsporeFiles,
  mindspore_env: mindsporeEnvFiles,
  mindie: mindieFiles,
  msprof: msprofFiles,
  msmonitor: msmonitorFiles,
  pytorch_gpu: pytorchFiles,
  perftracker: perftrackerFiles,
};

/** Of a choice without a `choiceProblem`. What its collector cannot be told is left out, and said in the notes. */
export function recipeOf(choice: RecipeChoice, language: RecipeLanguage): Recipe {
  const written: RecipeChoice = { ...choice, level: writtenLevel(choice) };
  const unit = collectorFacts[choice.collector].takes.has('epochs') ? choice.unit : 'step';
  return {
    files: filesOf[choice.collector]({ ...written, unit }, recipeWriter(language)),
    notes: recipeNotes(choice, written, language),
  };
}

/** The nearest level that the collector knows. */
function writtenLevel({ collector, level }: RecipeChoice): ProfileLevel {
  const { levels } = collectorFacts[collector];
  return levels.length === 0 || levels.includes(level) ? level : (levels[0] ?? level);
}
