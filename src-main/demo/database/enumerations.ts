/** Numbers that stand for names in the profiler's tables, and the tables that say so. */

export const apiTypes = {
  runtime: 5000,
  hccl: 5500,
  node: 10000,
  model: 15000,
  acl: 20000,
  op: 50001,
  queue: 50002,
  trace: 50003,
  mstx: 50004,
} as const;

const notAvailable = { 'N/A': 65534, INVALID_TYPE: 65535 } as const;

export const dataTypes = {
  INT8: 0,
  INT16: 1,
  INT32: 2,
  FP16: 3,
  FP32: 4,
  INT64: 5,
  UINT64: 6,
  UINT8: 7,
  UINT16: 8,
  UINT32: 9,
  FP64: 10,
  BFP16: 11,
  INT128: 12,
  ...notAvailable,
} as const;

export const linkTypes = {
  ON_CHIP: 0,
  HCCS: 1,
  PCIE: 2,
  ROCE: 3,
  SIO: 4,
  HCCS_SW: 5,
  STANDARD_ROCE: 6,
  RESERVED: 7,
  ...notAvailable,
} as const;

export const transportTypes = { SDMA: 0, RDMA: 1, LOCAL: 2, ...notAvailable } as const;

export const rdmaTypes = {
  RDMA_SEND_NOTIFY: 0,
  RDMA_SEND_PAYLOAD: 1,
  RDMA_PAYLOAD_PREPARE: 2,
  RDMA_PAYLOAD_CHECK: 3,
  RDMA_PAYLOAD_ACK: 4,
  RDMA_SEND_OP: 5,
  ...notAvailable,
} as const;

const markTypes = { marker: 0, 'push/pop': 1, 'start/end': 2, marker_ex: 3 } as const;

export const copyOperations = {
  'host to host': 0,
  'host to device': 1,
  'device to host': 2,
  'device to device': 3,
  'managed memory': 4,
  'addr device to device': 5,
  'host to device ex': 6,
  'device to host ex': 7,
  other: 65535,
} as const;

/** Those of the modules that hold memory here. */
export const modules = {
  SLOG: 0,
  HCCL: 3,
  RUNTIME: 7,
  DRV: 10,
  HCCP: 28,
  PROFILING: 31,
  APP: 33,
  TS: 34,
  AICPU: 36,
  TDT: 38,
  FE: 39,
  GE: 45,
  TBE: 57,
} as const;

const overlapTypes = { COMPUTE: 0, COMMUNICATION: 1, COMM_NOT_OVERLAP_COMP: 2, FREE: 3, RESERVE: 65535 } as const;

export const enumerations: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ENUM_API_TYPE: apiTypes,
  ENUM_MODULE: modules,
  ENUM_HCCL_DATA_TYPE: dataTypes,
  ENUM_HCCL_LINK_TYPE: linkTypes,
  ENUM_HCCL_TRANSPORT_TYPE: transportTypes,
  ENUM_HCCL_RDMA_TYPE: rdmaTypes,
  ENUM_MSTX_EVENT_TYPE: markTypes,
  ENUM_MEMCPY_OPERATION: copyOperations,
  ENUM_OVERLAP_ANALYSIS_TYPE: overlapTypes,
};
