/** A process as the text export of the same profiler has it. */
export interface ProcessPlace {
  readonly pid: string;
  readonly name: string;
  /** Of a device that is not the file's first, with its number. */
  readonly label: string;
  readonly sortIndex: number;
}

/** Processes that the exporter makes beside the program's own, with the places it sorts them to. */
const SORT_INDEX = {
  'Python GC': 1,
  CANN: 7,
  MSTX: 8,
  'Ascend Hardware': 13,
  'AI Core Freq': 14,
  Communication: 15,
  DDR: 16,
  HBM: 17,
  LLC: 18,
  'NPU MEM': 19,
  'Stars Soc Info': 20,
  'Acc PMU': 21,
  QoS: 22,
  'Overlap Analysis': 23,
  NIC: 24,
  RoCE: 25,
  HCCS: 26,
  PCIe: 27,
  'CPU Usage': 28,
} as const;
export type ExportedProcess = keyof typeof SORT_INDEX;

const HOST_PROCESSES: ReadonlySet<ExportedProcess> = new Set(['Python GC', 'CANN', 'MSTX', 'CPU Usage']);

/** The exporter's own formula: ten bits below the host's pid, of which the device has five. */
export function exportedProcess(
  name: ExportedProcess,
  hostPid: number,
  device: number,
  firstDevice = device,
): ProcessPlace {
  const sortIndex = SORT_INDEX[name];
  const pid = String(hostPid * 1024 + sortIndex * 32 + device);
  const label = HOST_PROCESSES.has(name) ? 'CPU' : device === firstDevice ? 'NPU' : `NPU ${device}`;
  return { pid, name, label, sortIndex };
}

export function pythonProcess(hostPid: number): ProcessPlace {
  return { pid: String(hostPid), name: 'Python', label: 'CPU', sortIndex: 0 };
}
