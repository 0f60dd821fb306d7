import type { KernelGrouping } from '../../../src-contract';

/** Columns that the kernels of a group have in common. */
export const keysOfGrouping: Readonly<Record<KernelGrouping, readonly string[]>> = {
  type: ['type', 'core'],
  name: ['name', 'type', 'core'],
  'name-shapes': ['name', 'type', 'core', 'inputShapes', 'inputTypes', 'inputFormats', 'outputShapes', 'outputTypes'],
  core: ['core'],
  model: ['modelId'],
  scope: ['scope'],
  'launched-by': ['launchedBy'],
  'name-scope-1': ['nameScope1'],
  'name-scope-2': ['nameScope2'],
  'name-scope-3': ['nameScope3'],
  'name-scope-4': ['nameScope4'],
  'name-scope-5': ['nameScope5'],
  'name-scope-6': ['nameScope6'],
  collective: ['name', 'type'],
  'collective-type': ['type'],
};
