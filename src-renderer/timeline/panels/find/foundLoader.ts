import type { SearchPage, SliceSearch } from '../../../../src-contract';
import type { Search } from '../../../session/search/search';
import type { DumpSession } from '../../../session/session';
import type { TableLoader, TableRequest } from '../../../ui/table/tableLoader';

/** What is found, as a table's rows. The search is told how they are sorted and filtered: it goes from one to the next. */
export function foundLoader(session: DumpSession, search: SliceSearch, { noteOrder }: Search): TableLoader {
  const { engine, dumpId, questions } = session;
  const pageOf = (request: TableRequest): SearchPage => ({ search, ...request });
  return {
    async load(request, signal) {
      const page = await questions.follow((id) => engine.ask(dumpId, 'search.page', pageOf(request), id), signal);
      const { sort, filters } = request;
      noteOrder(search, { sort, filters, rowCount: page.matchingRows });
      return page;
    },
    loadCsv: (request) => engine.ask(dumpId, 'search.csv', pageOf(request)),
    loadValues: (request, column) => engine.ask(dumpId, 'search.values', { ...pageOf(request), column }),
  };
}
