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
  /** The statement that makes it. */
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
  overlap: {
    name: 'OVERLAP_ANALYSIS',
    columns: 'id INTEGER PRIMARY KEY,deviceId INTEGER,startNs NUMERIC,endNs NUMERIC,type INTEGER',
    instants: span,
  },
  copyInfo: { name: 'MEMCPY_INFO', columns: 'globalTaskId NUMERIC,size NUMERIC,memcpyOperation NUMERIC' },
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

/** Hardware counters, by the kinds of `CounterSample`. */
export const counterTables = {
  memoryBandwidth: {
    name: 'HBM',
    columns: 'deviceId INTEGER,timestampNs INTEGER,bandwidth NUMERIC,hbmId INTEGER,type INTEGER',
    instants: ['timestampNs'],
  },
  cache: {
    name: 'LLC',
    columns: 'deviceId INTEGER,llcId INTEGER,timestampNs INTEGER,hitRate REAL,throughput INTEGER,mode INTEGER',
    instants: ['timestampNs'],
  },
  accelerator: {
    name: 'ACC_PMU',
    columns:
      'accId INTEGER,readBwLevel INTEGER,writeBwLevel INTEGER,readOstLevel INTEGER,writeOstLevel INTEGER,timestampNs NUMERIC,deviceId INTEGER',
    instants: ['timestampNs'],
  },
  bandwidthLevel: {
    name: 'SOC_BANDWIDTH_LEVEL',
    columns: 'l2BufferBwLevel INTEGER,mataBwLevel INTEGER,timestampNs NUMERIC,deviceId INTEGER',
    instants: ['timestampNs'],
  },
  memory: {
    name: 'NPU_MEM',
    columns: 'type INTEGER,ddr NUMERIC,hbm NUMERIC,timestampNs INTEGER,deviceId INTEGER',
    instants: ['timestampNs'],
  },
  frequency: {
    name: 'AICORE_FREQ',
    columns: 'deviceId INTEGER,timestampNs NUMERIC,freq INTEGER',
    instants: ['timestampNs'],
  },
  traffic: {
    name: 'QOS',
    columns: 'deviceId INTEGER,eventName NUMERIC,bandwidth NUMERIC,timestampNs NUMERIC',
    instants: ['timestampNs'],
  },
} as const satisfies Readonly<Record<string, TableSchema>>;

/** Memory of the process on the device. */
export const memoryTables = {
  allocation: {
    name: 'OP_MEMORY',
    columns:
      'name INTEGER, size INTEGER, allocationTime INTEGER, releaseTime INTEGER, activeReleaseTime INTEGER, duration INTEGER, activeDuration INTEGER, allocationTotalAllocated INTEGER, allocationTotalReserved INTEGER, allocationTotalActive INTEGER, releaseTotalAllocated INTEGER, releaseTotalReserved INTEGER, releaseTotalActive INTEGER, streamPtr INTEGER, deviceId INTEGER',
    instants: ['allocationTime', 'releaseTime', 'activeReleaseTime'],
  },
  record: {
    name: 'MEMORY_RECORD',
    columns:
      'component INTEGER, timestamp INTEGER, totalAllocated INTEGER, totalReserved INTEGER, totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER',
    instants: ['timestamp'],
  },
  module: {
    name: 'NPU_MODULE_MEM',
    columns: 'moduleId INTEGER,timestampNs INTEGER,totalReserved NUMERIC,deviceId INTEGER',
    instants: ['timestampNs'],
  },
} as const satisfies Readonly<Record<string, TableSchema>>;

/** Those of analysis.db. */
export const analysisTables = {
  bandwidth: {
    name: 'CommAnalyzerBandwidth',
    columns:
      'hccl_op_name TEXT, group_name TEXT, transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio NUMERIC, package_size NUMERIC, count NUMERIC, total_duration NUMERIC, step TEXT, type TEXT',
  },
  matrix: {
    name: 'CommAnalyzerMatrix',
    columns:
      'hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank TEXT, transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, step TEXT, type TEXT, op_name TEXT',
  },
  time: {
    name: 'CommAnalyzerTime',
    columns:
      'hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC, transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, step TEXT, type TEXT',
  },
  step: {
    name: 'StepTraceTime',
    columns:
      'deviceId INTEGER, step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC, overlapped NUMERIC, communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC',
  },
} as const satisfies Readonly<Record<string, TableSchema>>;
