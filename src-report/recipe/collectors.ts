/** What collects a profile, and how they differ. */
import type { ProfileLevel } from '../../src-contract/profiling/levels';

export const collectors = [
  'torch_npu',
  'dynamic_profile',
  'mindspore',
  'mindspore_env',
  'mindie',
  'msprof',
  'msmonitor',
  'pytorch_gpu',
  'perftracker',
] as const;
export type CollectorId = (typeof collectors)[number];

/** Parts of a choice that a collector can be told. */
export type TakenPart = 'level' | 'metrics' | 'memory' | 'stack' | 'count' | 'skipped' | 'epochs' | 'ranks';

export interface CollectorFacts {
  readonly takes: ReadonlySet<TakenPart>;
  /** The levels that it knows. */
  readonly levels: readonly ProfileLevel[];
  /** Lines of the training script have to be changed. */
  readonly changesCode: boolean;
  /** What it needs has to be there before the job starts; a profile itself can be asked for later where this is false. */
  readonly collectsFromStart: boolean;
  /** It sees the framework’s ops; of the Python behind them where `stack` is taken. */
  readonly seesFramework: boolean;
  /** Characters that a path may have, by its documentation; undefined: any. */
  readonly pathCharacters: RegExp | undefined;
}

const takes = (...parts: readonly TakenPart[]): ReadonlySet<TakenPart> => new Set(parts);

/** Letters, digits, _ and - (op-plugin, torch_npu-profiler-tensorboard_trace_handler.md); folders and dots besides. */
const plainPath = /^[\w./-]+$/;

/** Those that `msprof --output` refuses (CANN 9.1, atlasprofiling_16_0010: control characters and shell’s own). */
const msprofPath = /^[^\p{Cc}"'\\%><|&$;`]+$/u;

const allLevels = ['none', '0', '1', '2'] as const;

export const collectorFacts: Readonly<Record<CollectorId, CollectorFacts>> = {
  torch_npu: {
    takes: takes('level', 'metrics', 'memory', 'stack', 'count', 'skipped', 'ranks'),
    ...{ levels: allLevels, changesCode: true, collectsFromStart: true, seesFramework: true },
    pathCharacters: plainPath,
  },
  // torch_npu/profiler/_dynamic_profiler/_dynamic_profiler_config_context.py has the keys of its file.
  dynamic_profile: {
    takes: takes('level', 'metrics', 'memory', 'stack', 'count', 'ranks'),
    ...{ levels: allLevels, changesCode: false, collectsFromStart: false, seesFramework: true },
    pathCharacters: plainPath,
  },
  mindspore: {
    takes: takes('level', 'metrics', 'memory', 'stack', 'count', 'skipped', 'epochs', 'ranks'),
    ...{ levels: allLevels, changesCode: true, collectsFromStart: true, seesFramework: true },
    pathCharacters: undefined,
  },
  // MindSpore’s env_var_list lists Level0 to Level2 for MS_PROFILER_OPTIONS; one device only (MindStudio 8.3, 16_0118).
  mindspore_env: {
    takes: takes('level', 'metrics', 'memory', 'stack'),
    ...{ levels: ['0', '1', '2'], changesCode: false, collectsFromStart: true, seesFramework: true },
    pathCharacters: undefined,
  },
  mindie: {
    takes: takes('level', 'stack'),
    ...{ levels: ['0', '1', '2'], changesCode: false, collectsFromStart: true, seesFramework: true },
    pathCharacters: plainPath,
  },
  msprof: {
    takes: takes('level', 'metrics', 'memory'),
    ...{ levels: ['0', '1', '2'], changesCode: false, collectsFromStart: true, seesFramework: false },
    pathCharacters: msprofPath,
  },
  msmonitor: {
    takes: takes('level', 'metrics', 'memory', 'stack', 'count', 'ranks'),
    ...{ levels: allLevels, changesCode: false, collectsFromStart: false, seesFramework: true },
    pathCharacters: plainPath,
  },
  pytorch_gpu: {
    takes: takes('memory', 'stack', 'count', 'skipped', 'ranks'),
    ...{ levels: [], changesCode: true, collectsFromStart: true, seesFramework: true },
    pathCharacters: undefined,
  },
  perftracker: {
    takes: takes(),
    ...{ levels: [], changesCode: true, collectsFromStart: false, seesFramework: true },
    pathCharacters: undefined,
  },
};
