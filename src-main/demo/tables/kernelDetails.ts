import { taskIdOf } from '../facts/deviceTasks';
import { cubeParts, kernelCounters, type PipelineCounters, vectorParts } from '../facts/kernelCounters';
import { computeStream } from '../facts/rankFacts';
import { nominalMhz } from '../faults/fault';
import type { KernelTemplate } from '../model/opSpec';
import type { StepRecords } from '../simulation/stepRecords';
import { micros3 } from '../trace/clock';
import type { RankTrace } from '../trace/rankTrace';
import { crlf, shapesCell, timestampCell } from './cells';
import { type KernelRow, kernelRows } from './kernelRows';
import type { TableFile } from './tableWriter';

const pmuColumns = [
  'aicore_time(us)',
  'aic_total_cycles',
  'aic_mac_time(us)',
  'aic_mac_ratio',
  'aic_scalar_time(us)',
  'aic_scalar_ratio',
  'aic_mte1_time(us)',
  'aic_mte1_ratio',
  'aic_mte2_time(us)',
  'aic_mte2_ratio',
  'aic_fixpipe_time(us)',
  'aic_fixpipe_ratio',
  'aic_icache_miss_rate',
  'aiv_time(us)',
  'aiv_total_cycles',
  'aiv_vec_time(us)',
  'aiv_vec_ratio',
  'aiv_scalar_time(us)',
  'aiv_scalar_ratio',
  'aiv_mte2_time(us)',
  'aiv_mte2_ratio',
  'aiv_mte3_time(us)',
  'aiv_mte3_ratio',
  'aiv_icache_miss_rate',
  'cube_utilization(%)',
] as const;

const header = `Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID,${pmuColumns.join(',')}${crlf}`;

/** Pieces of a step's text, rows. */
const batch = 512;

/** kernel_details.csv: every compute task and every collective, with the counters of its pipelines. */
export const kernelDetailsFile: TableFile = {
  fileName: 'kernel_details.csv',
  create: (trace) => {
    let previousEndNs = Number.NaN;
    return {
      begin: () => header,
      *step(records) {
        const rows = kernelRows(records);
        for (let first = 0; first < rows.length; first += batch) {
          let text = '';
          for (const row of rows.slice(first, first + batch)) {
            // From the end of the row before, whatever it is.
            const waitNs = Number.isNaN(previousEndNs) ? 0 : Math.max(0, row.startNs - previousEndNs);
            previousEndNs = row.startNs + row.durationNs;
            text += rowText(trace, records, row, waitNs);
          }
          yield text;
        }
      },
      end: () => '',
    };
  },
};

function rowText(
  trace: RankTrace,
  { step, coreMhz = nominalMhz }: StepRecords,
  row: KernelRow,
  waitNs: number,
): string {
  const start = timestampCell(trace.clock.micros(row.startNs));
  const times = `${start},${micros3(row.durationNs)},${micros3(waitNs)}`;
  const head = `${step},${trace.place.deviceId},4294967295`;
  if (row.kind === 'collective') {
    const rest = Array.from({ length: 9 + pmuColumns.length }, () => 'N/A').join(',');
    return `${head},N/A,N/A,${row.name},${row.opType},N/A,COMMUNICATION,${times},0,${rest}${crlf}`;
  }
  const { kernel } = row;
  const mixBlockDim = kernel.core === 'MIX_AIC' ? kernel.blockDim * 2 : 0;
  return `${head},${taskIdOf(row.launchId) + row.part},${computeStream},${kernel.name},${kernel.type},${kernel.isDynamic === true ? 'dynamic' : 'static'},${kernel.core},${times},${kernel.blockDim},${mixBlockDim},NO,${shapesCell(kernel.inputShapes)},${kernel.inputTypes},${kernel.inputFormats},${shapesCell(kernel.outputShapes)},${kernel.outputTypes},${kernel.outputFormats},N/A,${pmuText(kernel, row.durationNs, row.launchId, coreMhz)}${crlf}`;
}

/** Counters of the cube (aic) and vector (aiv) pipelines. */
function pmuText(kernel: KernelTemplate, durationNs: number, launchId: number, coreMhz: number): string {
  const { cube, vector, cubeUtilizationThousandths } = kernelCounters(kernel, durationNs, launchId, coreMhz);
  const cubeText = pipelineText(cube, cubeParts.length);
  return `${cubeText},${pipelineText(vector, vectorParts.length)},${micros3(cubeUtilizationThousandths)}`;
}

function pipelineText(pipeline: PipelineCounters | undefined, parts: number): string {
  if (pipeline === undefined) return `0.0,0,${'0.0,0.0,'.repeat(parts)}0.0`;
  const pairs = pipeline.parts.map(([, { ns, thousandths }]) => `${micros3(ns)},${micros3(thousandths)}`).join(',');
  return `${micros3(pipeline.activeNs)},${pipeline.cycles},${pairs},${micros3(pipeline.missThousandths)}`;
}
