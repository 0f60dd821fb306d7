/** Columns that grow while a graph is made: nothing is allocated for a node or an edge. */

/** What a node is. Order = code. */
export const NODE_KINDS = [
  'host',
  'queue',
  'cann',
  'sync',
  'compute',
  'memory',
  'arrival',
  'transfer',
  'peer',
] as const;
/**
 * `host`: a thread that runs the program, up to its next call; `queue`: between handing a call over and another thread's
 * taking it; `cann`: that thread, up to the launch; `sync`: what is left of a wait for the device once that is done; `compute`,
 * `memory`: tasks of the device; `arrival`: an instant, a rank comes to a collective; `transfer`: all are there, data moves;
 * `peer`: what a rank does that was not recorded, up to its arrival.
 */
export type NodeKind = (typeof NODE_KINDS)[number];

/** What an edge is. Order = code. */
export const EDGE_KINDS = ['order', 'queue', 'launch', 'data', 'release', 'device', 'collective'] as const;
/**
 * `order`: of a thread or a stream; `queue`: a call handed to another thread; `launch`: call → device; `data`: a collective sends what
 * was computed; `release`: a stream waited for another one; `device`: a thread of the host waited for the device; `collective`:
 * an arrival that others wait for.
 */
export type EdgeKind = (typeof EDGE_KINDS)[number];

export const NO_NODE = 0xffff_ffff;

/** Nodes and edges between two looks at whether anybody still waits: some ms. */
const SOME = 1 << 14;

export class GraphColumns {
  nodeCount = 0;
  edgeCount = 0;
  kind = new Uint8Array(1024);
  startNs = new Float64Array(1024);
  endNs = new Float64Array(1024);
  slice = new Uint32Array(1024);
  from = new Uint32Array(1024);
  to = new Uint32Array(1024);
  edgeKind = new Uint8Array(1024);

  /** `onSome` is called again and again while the graph grows; what it throws ends the growing. */
  constructor(readonly onSome: () => void = () => {}) {}

  /** `slice`: `NO_NODE` where none stands for it. */
  node(kind: NodeKind, startNs: number, endNs: number, slice: number): number {
    if (this.nodeCount === this.kind.length) {
      this.kind = grown(this.kind, Uint8Array);
      this.startNs = grown(this.startNs, Float64Array);
      this.endNs = grown(this.endNs, Float64Array);
      this.slice = grown(this.slice, Uint32Array);
    }
    const node = this.nodeCount++;
    if (node % SOME === 0) this.onSome();
    this.kind[node] = NODE_KINDS.indexOf(kind);
    this.startNs[node] = startNs;
    this.endNs[node] = endNs;
    this.slice[node] = slice;
    return node;
  }

  copyNode(other: GraphColumns, node: number, startNs: number, endNs: number): void {
    this.node(NODE_KINDS[other.kind[node]], startNs, endNs, other.slice[node]);
  }

  copyEdge(other: GraphColumns, edge: number, firstNode: number): void {
    this.edge(EDGE_KINDS[other.edgeKind[edge]], other.from[edge] + firstNode, other.to[edge] + firstNode);
  }

  edge(kind: EdgeKind, from: number, to: number): void {
    if (from === NO_NODE) return;
    if (this.edgeCount === this.from.length) {
      this.from = grown(this.from, Uint32Array);
      this.to = grown(this.to, Uint32Array);
      this.edgeKind = grown(this.edgeKind, Uint8Array);
    }
    const edge = this.edgeCount++;
    if (edge % SOME === 0) this.onSome();
    this.from[edge] = from;
    this.to[edge] = to;
    this.edgeKind[edge] = EDGE_KINDS.indexOf(kind);
  }
}

type Columns = Uint8Array | Uint32Array | Float64Array;

function grown<T extends Columns>(column: T, Column: new (length: number) => T): T {
  const larger = new Column(column.length * 2);
  larger.set(column);
  return larger;
}
