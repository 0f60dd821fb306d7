/**
 * A table as the profiler declares it. The rank's origin is added to `instants` (ns since the job's origin), its process
 * to `threads` (`globalTid`: process in the upper 32 bits, thread in the lower).
 */
export interface TableSchema {
  readonly name: string;
  /** Names and types. */
  readonly columns: string;
  readonly instants?: readonly string[];
  readonly threads?: readonly string[];
  /** Made when all rows are there. */
  readonly index?: string;
}

const span = ['startNs', 'endNs'] as const;

/** The device's work. */
export const deviceTables = {
  task: {
    name: 'TASK',
    columns:
      'startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,taskId INTEGER,modelId INTEGER',
    instants: span,
    index: 'CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId)',
  },
  computeTaskInfo: {
    name: 'COMPUTE_TASK_INFO',
    columns:
      'name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockDim INTEGER,mixBlockDim INTEGER,taskType INTEGER,opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,inputShapes INTEGER,outputFormats INTEGER,outputDataTypes INTEGER,outputShapes INTEGER,attrInfo INTEGER,opState INTEGER,hf32Eligible INTEGER',
  },
  communicationOp: {
    name: 'COMMUNICATION_OP',
    columns:
      'opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,dataType INTEGER,algType INTEGER,count NUMERIC,opType INTEGER,deviceId INTEGER',
    instants: span,
  },
  communicationTaskInfo: {
    name: 'COMMUNICATION_TASK_INFO',
    columns:
      'name INTEGER,globalTaskId INTEGER,taskType INTEGER,planeId INTEGER,groupName INTEGER,notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,dstRank INTEGER,transportType INTEGER,size INTEGER,dataType INTEGER,linkType INTEGER,opId INTEGER,isMaster INTEGER,bandwidth NUMERIC',
    index: 'CREATE INDEX CommunicationTaskIndex ON COMMUNICATION_TASK_INFO (globalTaskId)',
  },
  taskPmuInfo: { name: 'TASK_PMU_INFO', columns: 'globalTaskId INTEGER,name INTEGER,value NUMERIC' },
} as const satisfies Readonly<Record<string, TableSchema>>;

/** What the host did. */
export const hostTables = {
  cannApi: {
    name: 'CANN_API',
    columns:
      'startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER PRIMARY KEY,name INTEGER',
    instants: span,
    threads: ['globalTid'],
  },
  pytorchApi: {
    name: 'PYTORCH_API',
    columns:
      'startNs TEXT,endNs TEXT,globalTid INTEGER,connectionId INTEGER,name INTEGER,sequenceNumber INTEGER,fwdThreadId INTEGER,inputDtypes INTEGER,inputShapes INTEGER,callchainId INTEGER,type INTEGER',
    instants: span,
    threads: ['globalTid'],
  },
  connectionIds: { name: 'CONNECTION_IDS', columns: 'id INTEGER,connectionId INTEGER' },
  callchains: { name: 'PYTORCH_CALLCHAINS', columns: 'id INTEGER,stack INTEGER,stackDepth INTEGER' },
  gcRecord: {
    name: 'GC_RECORD',
    columns: 'startNs INTEGER,endNs INTEGER,globalTid INTEGER',
    instants: span,
    threads: ['globalTid'],
  },
  stepTime: { name: 'STEP_TIME', columns: 'id INTEGER,startNs INTEGER,endNs INTEGER', instants: span },
} as const satisfies Readonly<Record<string, TableSchema>>;

/** Who and where. */
export const sessionTables = {
  stringIds: { name: 'STRING_IDS', columns: 'id INTEGER PRIMARY KEY,value TEXT' },
  sessionTime: {
    name: 'SESSION_TIME_INFO',
    columns: 'startTimeNs INTEGER,endTimeNs INTEGER',
    instants: ['startTimeNs', 'endTimeNs'],
  },
  npuInfo: { name: 'NPU_INFO', columns: 'id INTEGER,name TEXT' },
  hostInfo: { name: 'HOST_INFO', columns: 'hostUid TEXT,hostName TEXT' },
  rankDeviceMap: { name: 'RANK_DEVICE_MAP', columns: 'rankId INTEGER, deviceId INTEGER' },
  metaData: { name: 'META_DATA', columns: 'name TEXT,value TEXT' },
} as const satisfies Readonly<Record<string, TableSchema>>;

/** The table of an enumeration. */
export function enumTable(name: string): TableSchema {
  return { name, columns: 'id INTEGER PRIMARY KEY,name TEXT' };
}
