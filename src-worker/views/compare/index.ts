import type { CompareQuestions, CompareTables } from '../../../src-contract';
import { compareRows } from '../../analysis/compare/compareRows';
import { compareSides } from '../../analysis/compare/compareSides';
import { sidePlaces, sliceMatch } from '../../analysis/compare/sidePlaces';
import { compareSide } from '../../analysis/compare/sideRecord';
import type { ViewWorker } from '../viewWorker';

export const compareWorker: ViewWorker<CompareTables, CompareQuestions> = {
  isAvailable: () => true,
  tables: { 'compare.rows': compareRows },
  answers: {
    'compare.places': sidePlaces,
    'compare.match': sliceMatch,
    'compare.side': (dump, choice) => compareSide(dump, choice),
    'compare.within': async (dump, { a, b }) => {
      const sideA = await compareSide(dump, a);
      const sideB = sideA && (await compareSide(dump, b));
      return sideB && compareSides(sideA, sideB);
    },
    'compare.report': (_, { a, b }) => compareSides(a, b),
  },
};
