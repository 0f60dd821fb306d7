import type { DumpId, FlowQuery, SearchQuery, ViewportQuery } from '../../../../src-contract';

/** Queries as a window makes them, where it does not matter which. */
export function viewportQuery(dump: DumpId): ViewportQuery {
  return { dump, startNs: 0, endNs: 10, nsPerPixel: 0.5, lanes: [], folded: [], labelMinPixels: 30 };
}

export function flowQuery(dump: DumpId): FlowQuery {
  return { dump, startNs: 0, endNs: 10, nsPerPixel: 0.5, categories: [], lanes: [], maxArrows: 10 };
}

export function searchQuery(dump: DumpId): SearchQuery {
  return { dump, text: 'MatMul', maxResults: 10 };
}
