/** What questions about found slices take. */
import type {
  FileLanes,
  LaneFileOrigin,
  LaneFileReading,
  LaneFileUnit,
  OwnLane,
  QuestionOf,
  SearchLane,
  SearchLaneKind,
  SearchPage,
  SearchQuestions,
  SearchRegion,
  SliceSearch,
  TextMatch,
  WantedRanks,
  WantedText,
} from '..';
import { LANE_FILE_UNITS, MOST_OWN_LANE_NAME } from '../ownLanes';
import {
  among,
  count,
  either,
  finite,
  flag,
  type Kind,
  laneIds,
  list,
  oneOf,
  optional,
  path,
  record,
  textOfAtMost as shortText,
  text,
} from './kinds';
import { rowChoice } from './rowChoice';
import { drawable, drawnWindow, stretchOfPixels } from './windowArguments';

const MOST_TEXTS = 1000;

const wantedText = record<WantedText>({ text, isExact: flag });
const wantedRanks = either<WantedRanks>(
  record<Extract<WantedRanks, { readonly kind: 'numbers' }>>({
    kind: oneOf<'numbers'>({ numbers: true }),
    first: count,
    last: count,
  }),
  record<Extract<WantedRanks, { readonly kind: 'label' }>>({
    kind: oneOf<'label'>({ label: true }),
    text,
    isExact: flag,
  }),
);

const search = record<SliceSearch>({
  text,
  match: oneOf<TextMatch>({ part: true, word: true, pattern: true, exact: true }),
  isCaseSensitive: flag,
  inArgs: flag,
  minNs: optional(finite),
  maxNs: optional(finite),
  categories: list(wantedText, MOST_TEXTS),
  lanes: list(wantedText, MOST_TEXTS),
  ranks: list(wantedRanks, MOST_TEXTS),
  region: optional(record<SearchRegion>({ startNs: finite, endNs: finite, lanes: optional(laneIds) })),
});

const ownName = { id: shortText(MOST_OWN_LANE_NAME), name: shortText(MOST_OWN_LANE_NAME) };

export const laneFileReading = record<LaneFileReading>({
  unit: optional(among<LaneFileUnit>(LANE_FILE_UNITS)),
  origin: oneOf<LaneFileOrigin>({ clock: true, start: true }),
  byNs: finite,
  place: optional(path),
});

export const ownLane = either<OwnLane>(
  record<SearchLane>({ ...ownName, kind: oneOf<SearchLaneKind>({ union: true, count: true }), search }),
  record<FileLanes>({ ...ownName, kind: oneOf<'file'>({ file: true }), path, reading: laneFileReading }),
);

const ofSearch = record<{ readonly search: SliceSearch }>({ search });
const page = record<SearchPage>({ search, ...rowChoice });

export const searchArguments: { readonly [K in keyof SearchQuestions]: Kind<QuestionOf<K>> } = {
  'search.count': ofSearch,
  'search.args': ofSearch,
  'search.page': page,
  'search.csv': page,
  'search.values': record<QuestionOf<'search.values'>>({ search, ...rowChoice, column: text }),
  'search.picture': record<QuestionOf<'search.picture'>>({
    search,
    window: record<QuestionOf<'search.picture'>['window']>(drawnWindow).refine(stretchOfPixels, drawable),
  }),
};
