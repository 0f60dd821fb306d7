import sqlite, { type SQLiteValue } from 'node-sqlite3-wasm';

/** What a database tells, asked of SQLite itself, in the words of trace_view.json. Times: epoch ns. */
export interface DatabaseTimeline {
  /** `start name +duration`, in order, by lane. */
  readonly lanes: ReadonlyMap<string, readonly string[]>;
  /** `category: lane start → lane start`, in order; those from CANN to the device are in `handOvers`. */
  readonly flows: readonly string[];
  readonly handOvers: readonly HandOver[];
}

/** An arrow from a call of the host's libraries to the device. */
export interface HandOver {
  readonly callStartNs: bigint;
  readonly callEndNs: bigint;
  /** `lane start`. */
  readonly to: string;
}

type Row = Readonly<Record<string, SQLiteValue>>;

/** Answers `read` with a function that runs a query. */
export function withSqlite<T>(path: string, read: (query: (sql: string) => Row[]) => T): T {
  const database = new sqlite.Database(path, { readOnly: true });
  try {
    return read((sql) => database.all(sql) as Row[]);
  } finally {
    database.close();
  }
}

const tid = (column: string): string => `(${column} & 4294967295)`;

const slices = {
  python: `SELECT 'Python/' || ${tid('globalTid')} AS lane, value AS name, startNs, endNs - startNs AS durationNs
    FROM PYTORCH_API JOIN STRING_IDS ON id = name`,
  cann: `SELECT 'CANN/' || ${tid('globalTid')} AS lane, startNs, endNs - startNs AS durationNs,
      CASE type WHEN 20000 THEN 'AscendCL' WHEN 10000 THEN 'Node' WHEN 5000 THEN 'Runtime' ELSE 'Hccl' END || '@' || value AS name
    FROM CANN_API JOIN STRING_IDS ON id = CANN_API.name`,
  hardware: `SELECT 'Ascend Hardware/' || streamId AS lane, startNs, endNs - startNs AS durationNs,
      coalesce(kernel.value, kind.value) AS name
    FROM TASK JOIN STRING_IDS AS kind ON kind.id = TASK.taskType
    LEFT JOIN COMPUTE_TASK_INFO AS info ON info.globalTaskId = TASK.globalTaskId
    LEFT JOIN STRING_IDS AS kernel ON kernel.id = info.name`,
  groups: `SELECT 'Group ' || team.value AS lane, op.value AS name, startNs, endNs - startNs AS durationNs
    FROM COMMUNICATION_OP JOIN STRING_IDS AS team ON team.id = groupName JOIN STRING_IDS AS op ON op.id = opName`,
  overlap: `SELECT 'Overlap Analysis/' || type AS lane, startNs, endNs - startNs AS durationNs,
      CASE type WHEN 0 THEN 'Computing' WHEN 1 THEN 'Communication' WHEN 2 THEN 'Communication(Not Overlapped)' ELSE 'Free' END AS name
    FROM OVERLAP_ANALYSIS`,
  planes: `SELECT 'Plane ' || planeId || ' of ' || team.value AS lane, kind.value AS name, startNs, endNs - startNs AS durationNs
    FROM COMMUNICATION_TASK_INFO AS info JOIN TASK ON TASK.globalTaskId = info.globalTaskId
    JOIN STRING_IDS AS team ON team.id = groupName JOIN STRING_IDS AS kind ON kind.id = info.taskType`,
};

const collections = `SELECT 'Python GC/0' AS lane, 'GC' AS name, startNs, endNs - startNs AS durationNs FROM GC_RECORD`;

/** Where the arrows of a connection end on the device; of a launch with two tasks, both. */
const deviceEnds = `SELECT connectionId, 'Group ' || value AS lane, startNs FROM COMMUNICATION_OP JOIN STRING_IDS ON id = groupName
  UNION ALL SELECT connectionId, 'Ascend Hardware/' || streamId, startNs FROM TASK
  WHERE connectionId NOT IN (SELECT connectionId FROM COMMUNICATION_OP)`;

const apiLane = (table: string): string => `'Python/' || ${tid(`${table}.globalTid`)} || ' ' || ${table}.startNs`;

/** Rows of the framework that share a connection: of the queue, and forward with backward. */
const frameworkFlows = `SELECT CASE a.type WHEN 50002 THEN 'async_task_queue' ELSE 'fwdbwd' END AS category,
    ${apiLane('a')} AS start, ${apiLane('b')} AS end
  FROM CONNECTION_IDS AS first JOIN CONNECTION_IDS AS second ON first.connectionId = second.connectionId AND first.id < second.id
  JOIN PYTORCH_API AS a ON a.connectionId = first.id JOIN PYTORCH_API AS b ON b.connectionId = second.id`;

/** From the op to the first task of its launch. */
const deviceFlows = `WITH ends AS (${deviceEnds})
  SELECT 'async_npu' AS category, ${apiLane('a')} AS start, lane || ' ' || min(ends.startNs) AS end
  FROM CONNECTION_IDS AS c JOIN PYTORCH_API AS a ON a.connectionId = c.id JOIN ends ON ends.connectionId = c.connectionId
  WHERE a.type = 50001 GROUP BY c.id, c.connectionId`;

const handOvers = `WITH ends AS (${deviceEnds})
  SELECT CANN_API.startNs AS callStartNs, CANN_API.endNs AS callEndNs, lane || ' ' || ends.startNs AS target
  FROM CANN_API JOIN ends ON ends.connectionId = CANN_API.connectionId`;

export function readTimeline(path: string): DatabaseTimeline {
  return withSqlite(path, (query) => {
    const lanes = new Map<string, string[]>();
    const hasCollections = query("SELECT name FROM sqlite_master WHERE name = 'GC_RECORD'").length > 0;
    const queries = [...Object.values(slices), ...(hasCollections ? [collections] : [])];
    for (const { lane, name, startNs, durationNs } of queries.flatMap((sql) => query(sql))) {
      const list = lanes.get(String(lane)) ?? [];
      lanes.set(String(lane), list);
      list.push(`${startNs} ${name} +${durationNs}`);
    }
    for (const list of lanes.values()) list.sort();
    return {
      lanes,
      flows: [...query(frameworkFlows), ...query(deviceFlows)]
        .map(({ category, start, end }) => `${category}: ${start} → ${end}`)
        .sort(),
      handOvers: query(handOvers).map(({ callStartNs, callEndNs, target }) => ({
        callStartNs: BigInt(callStartNs as bigint),
        callEndNs: BigInt(callEndNs as bigint),
        to: String(target),
      })),
    };
  });
}
