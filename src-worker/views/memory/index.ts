import type { MemoryQuestions, MemoryTables } from '../../../src-contract';
import { rankGrowth, stepGrowth } from '../../model/memory/growth';
import { hasMemory, ranksWithMemory } from '../../model/memory/rankMemory';
import type { ViewWorker } from '../viewWorker';
import { allocationTable } from './allocationTable';
import { memoryCurves } from './curves';
import { executionMemory, executionTensors } from './execution';
import { memoryFacts } from './facts';
import { liveTable, liveTotals } from './live';
import { modulesTable } from './modules';
import { opSlice } from './opSlice';
import { graphCurve, staticTable } from './staticGraph';

export const memoryWorker: ViewWorker<MemoryTables, MemoryQuestions> = {
  isAvailable: hasMemory,
  tables: {
    'memory.allocations': allocationTable,
    'memory.live': liveTable,
    'memory.modules': (dump, { ranks }) => modulesTable(dump, ranks),
    'memory.static': (dump, { ranks }) => staticTable(dump, ranks),
    'memory.executionTensors': executionTensors,
  },
  answers: {
    'memory.found': ranksWithMemory,
    'memory.ranks': (dump, { ranks }) => memoryFacts(dump, ranks),
    'memory.curves': memoryCurves,
    'memory.liveTotals': liveTotals,
    'memory.steps': stepGrowth,
    'memory.growth': rankGrowth,
    'memory.graph': (dump, { rank, graph }) => graphCurve(dump, rank, graph),
    'memory.execution': (dump, { rank }) => executionMemory(dump, rank),
    'memory.opSlice': opSlice,
  },
};
