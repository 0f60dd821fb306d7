import { basename, dirname, join } from 'node:path';
import type { Notice, SourceFile, TableKind } from '../../src-contract';
import { compareNames } from '../../src-contract/cells/nameOrder';
import { notice } from '../files/notices';
import { readableRoots } from '../files/readable';
import { systemReason } from '../files/systemReason';
import { databaseKind } from './databaseKind';
import { rankPerDevice } from './deviceRanks';
import type { DiscoveredDump, DiscoveredRank } from './discoveredDump';
import { isTraceView, mayBeDatabase } from './dumpNames';
import { isOfForm } from './fileMagic';
import { caseOnDisk, FolderReader, kindOf, type ListedEntry, realPathOf } from './folderEntries';
import { insightFiles, isInsightTimeline } from './insightFiles';
import { jobsOf, newestCopies } from './jobNames';
import { lanesIn, mayBeLanes } from './laneFiles';
import { isSameMonitor, MonitorParts } from './monitorParts';
import { otherProfilerNotice } from './otherProfilers';
import { ascendRank, bareTrace, sizeOf, sourceFiles } from './rankFiles';
import { isRawProf, type RawFolder, rawDataNotices, rawRankForm } from './rawData';
import { runsAmong, SCALE_NAMES, scaleFolder } from './scaleFolder';
import { NO_LIMITS, SearchBudget, type SearchLimits } from './searchLimits';
import { mayBeStepTimes, stepTimesIn } from './stepTimes';
import { clusterTableKind, rankTableKind } from './tableKind';
import { isTraceName, looksLikeTrace } from './traceHead';
import { zipTraces } from './zipTraces';

const MAX_DEPTH = 8;
/** Bare trace files opened together at most. */
const MAX_TRACES = 1024;
const OUTPUT_FOLDER = 'ASCEND_PROFILER_OUTPUT';
const MSPROF_OUTPUT_FOLDER = 'mindstudio_profiler_output';

export interface DiscoveryOptions {
  /** Absolute, free of links: links that lead out of them are not followed, and said. Those of this thread unless told. */
  readonly roots?: readonly string[];
  /** Places of ranks that are left out. */
  readonly without?: readonly string[];
  readonly limits?: SearchLimits;
}

/** Finds the ranks in what the user opened: files are taken as they are, folders searched `MAX_DEPTH` levels deep. */
export async function discoverDump(
  paths: readonly string[],
  { roots = readableRoots(), without = [], limits = NO_LIMITS }: DiscoveryOptions = {},
): Promise<DiscoveredDump> {
  const search = new Search(roots, new SearchBudget(limits));
  for (const path of paths) search.addOpened(caseOnDisk(path, realPathOf(path)));
  search.addLinkNotice();
  return search.result(paths, new Set(without));
}

/** A job of summaries, made or being made. */
interface Summarised {
  readonly place: string;
  readonly isOpened: boolean;
  /** Of the last run of `tracelane scale`. */
  readonly list?: string;
  readonly job?: string;
}

class Search {
  readonly #ranks: DiscoveredRank[] = [];
  readonly #notices: Notice[] = [];
  readonly #seen = new Set<string>();
  readonly #clusterFiles: SourceFile[] = [];
  /** By themselves they are no dump. */
  readonly #laneFiles: SourceFile[] = [];
  /** Recorded and not parsed. */
  readonly #raw: RawFolder[] = [];
  /** Met in folders; of those that were opened themselves it is said at once. */
  readonly #ofOtherProfilers: string[] = [];
  /** Met in folders: opened where nothing else is, since what is packed mostly lies unpacked beside. */
  readonly #archives: string[] = [];
  readonly #summarised: Summarised[] = [];
  readonly #monitorParts = new MonitorParts();
  readonly #folders: FolderReader;

  constructor(
    readonly roots: readonly string[],
    readonly budget: SearchBudget,
  ) {
    this.#folders = new FolderReader(roots);
  }

  addOpened(path: string): void {
    const kind = kindOf(path);
    if (kind === 'missing') this.#notices.push(notice('path-missing', 'error', {}, { path }));
    else if (kind === 'folder') this.#addFolder(path, 0);
    else this.#addOpenedFile(path);
  }

  /** A file of an Ascend rank brings its rank's number with it; any other is a trace by itself. */
  #addOpenedFile(path: string): void {
    const output = dirname(path);
    if (basename(output) === OUTPUT_FOLDER && basename(path) === 'trace_view.json')
      this.#addAscendRank(dirname(output));
    else if (clusterTableKind(basename(path))) this.#addClusterFiles(dirname(path), [basename(path)]);
    else if (rankTableKind(basename(path)) && !this.#isIterations(path)) {
      const [[device, names] = [undefined, [basename(path)]]] = insightFiles([basename(path)]);
      this.#addLooseRank(dirname(path), names, [], new Map(), device);
    } else if (!this.#addMonitor(path)) {
      const other = otherProfilerNotice(path, this.roots, 'error');
      if (other) this.#notices.push(other);
      else if (isOfForm('parquet', path, this.roots)) this.#addJobSummary(path);
      else if (!this.#addLanes(path) && !this.#addStepTimes(path) && !this.#addDatabase(path)) this.#addTraces(path);
    }
  }

  /** A trace, or all those in an archive, each a rank. */
  #addTraces(path: string): void {
    const { traces, otherCount } = zipTraces(path, this.roots, () => this.budget.takeHead());
    if (traces.length + otherCount < 2 || traces.length === 0) {
      this.#ranks.push(bareTrace(path, this.roots));
      return;
    }
    for (const { path: member, sizeBytes } of traces) {
      if (this.#monitorParts.add(member)) continue;
      if (!this.#hasRoom(path)) break;
      this.#ranks.push(bareTrace(member, this.roots, sizeBytes));
    }
    if (otherCount > 0) this.#notices.push(notice('zip-others-not-read', 'info', { count: otherCount }, { path }));
  }

  /** False where there are as many traces as are opened together: that is said. */
  #hasRoom(place: string): boolean {
    if (this.#ranks.length < MAX_TRACES) return true;
    if (!this.#notices.some(({ code }) => code === 'too-many-files'))
      this.#notices.push(notice('too-many-files', 'warning', { limit: MAX_TRACES }, { path: place }));
    return false;
  }

  /** A part of msMonitor's, with those that it was begun anew in; false if it is none. */
  #addMonitor(path: string): boolean {
    if (!this.#monitorParts.add(path)) return false;
    const folder = dirname(path);
    for (const name of this.#namesIn(folder, 'file'))
      if (isSameMonitor(name, basename(path))) this.#monitorParts.add(join(folder, name));
    return true;
  }

  /** Events or counters that somebody wants to see in the dump; false if it is none. */
  #addLanes(path: string): boolean {
    if (!mayBeLanes(basename(path)) || !this.budget.takeHead() || !lanesIn(path, this.roots)) return false;
    this.#laneFiles.push({ path, sizeBytes: sizeOf(path, this.roots), role: 'table', table: 'lane-file' });
    return true;
  }

  /** What `tracelane scale` has made, or is making, of a job: the list of its last run, and the job where it is there. False if the folder is none of its. */
  #addScaled(folder: string, folders: readonly string[], files: readonly string[], isOpened: boolean): boolean {
    if (!folders.includes(SCALE_NAMES.runs) || !folders.includes(SCALE_NAMES.summaries)) return false;
    const { runs, job } = scaleFolder(folder);
    const lists = runsAmong(this.#namesIn(runs, 'folder')).map((run) => join(runs, run, SCALE_NAMES.list));
    const list = lists.find((path) => kindOf(path) === 'file');
    if (list === undefined) return false;
    const isMade = files.includes(SCALE_NAMES.job) && isOfForm('parquet', job, this.roots);
    this.#summarised.push({ place: folder, isOpened, list, ...(isMade && { job }) });
    return true;
  }

  /** Jobs of summaries that were met: beside ranks that there are only if they were opened themselves, since those tell more. */
  #addSummarised(isAlone: boolean): void {
    for (const { place, isOpened, list, job } of this.#summarised) {
      if (!isOpened && !isAlone) {
        this.#notices.push(notice('job-summary-beside', 'info', {}, { path: job ?? place }));
        continue;
      }
      if (list !== undefined)
        this.#clusterFiles.push({
          path: list,
          sizeBytes: sizeOf(list, this.roots),
          role: 'table',
          table: 'scale-tasks',
        });
      if (job !== undefined) this.#addJobSummary(job);
      else this.#notices.push(notice('scale-no-job', 'info', {}, { path: place }));
    }
  }

  /** A table of step times, of the job; false if it is none. */
  #addStepTimes(path: string, isFound = false): boolean {
    if (!mayBeStepTimes(basename(path), isFound) || !this.budget.takeHead()) return false;
    if (!stepTimesIn(path, this.roots)) return false;
    this.#clusterFiles.push({ path, sizeBytes: sizeOf(path, this.roots), role: 'table', table: 'step-times' });
    return true;
  }

  #addJobSummary(path: string): void {
    this.#clusterFiles.push({ path, sizeBytes: sizeOf(path, this.roots), role: 'table', table: 'job-summary' });
  }

  /** A trace of the iterations alone, which opens as such when it is named itself. */
  #isIterations(path: string): boolean {
    return rankTableKind(basename(path)) === 'iterations' && this.#looksLikeTrace(path);
  }

  /** A database with a name that no profiler gives; false if it is none. */
  #addDatabase(path: string): boolean {
    const kind = databaseKind(path, this.roots);
    if (kind === undefined) return false;
    const [folder, name] = [dirname(path), basename(path)];
    if (kind !== 'cluster-db') this.#addLooseRank(folder, [name], [], new Map([[name, kind]]));
    else this.#clusterFiles.push({ path, sizeBytes: sizeOf(path, this.roots), role: 'table', table: kind });
    return true;
  }

  #addFolder(folder: string, depth: number): void {
    const real = realPathOf(folder) ?? folder;
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    if (!this.budget.takeFolder()) return;
    let entries: readonly ListedEntry[];
    try {
      entries = this.#folders.list(folder);
    } catch (error) {
      this.#noteUnreadable(folder, depth === 0 ? 'error' : 'warning', error);
      return;
    }
    const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
    const allFiles = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
    if (this.#addScaled(folder, folders, allFiles, depth === 0)) return;
    const ofDevices = insightFiles(allFiles);
    const ownFiles = allFiles.filter((name) => ![...ofDevices.values()].some((own) => own.includes(name)));
    const isOutput = basename(folder) === OUTPUT_FOLDER;
    const rawForm = rawRankForm(basename(folder), folders, (name) => this.#namesIn(join(folder, name), 'file'));
    // Parsing makes the folder first: one without files was given up.
    const hasOutput =
      folders.includes(OUTPUT_FOLDER) &&
      (rawForm === undefined || this.#namesIn(join(folder, OUTPUT_FOLDER), 'file').length > 0);
    if (isOutput || hasOutput) {
      this.#addAscendRank(isOutput ? dirname(folder) : folder);
      return;
    }
    if (folders.includes(MSPROF_OUTPUT_FOLDER) || /^PROF_/.test(basename(folder))) {
      if (this.#addMsprof(folder)) return;
      const hasTables = ownFiles.some((name) => rankTableKind(name) !== undefined);
      if (!hasTables && isRawProf(basename(folder), folders, (name) => this.#namesIn(join(folder, name), 'folder'))) {
        this.#raw.push({ form: 'msprof', folder });
        return;
      }
    }
    const counts = { ranks: this.#ranks.length, raw: this.#raw.length };
    const summaries = ownFiles.filter((name) => clusterTableKind(name));
    this.#addClusterFiles(folder, summaries);
    // The database may stand beside the ranks it sums up; the folder holds nothing else.
    if (summaries.length > 0 && /^cluster_analysis_output/.test(basename(folder))) return;
    const ofSteps = ownFiles.filter((name) => this.#addStepTimes(join(folder, name), true));
    const files = ownFiles.filter((name) => !ofSteps.includes(name));
    const hasTables = files.some((name) => name.endsWith('.csv') && rankTableKind(name));
    const timelines = hasTables ? files.filter(isTraceView) : [];
    const traces = files.filter((name) => !timelines.includes(name) && this.#looksLikeTrace(join(folder, name)));
    // Tables among traces of other ranks can't be told whose they are.
    if (hasTables && traces.length === 0) {
      // Files with names that are not known are listed too: who looks for one sees that it was there.
      const others = files.filter((name) => !timelines.includes(name) && !summaries.includes(name));
      this.#addLooseRank(folder, others, timelines);
    } else {
      for (const name of files) this.#addFoundFile(join(folder, name));
      if (!hasTables) this.#addLooseDatabases(folder, files);
      for (const name of files)
        if (mayBeDatabase(name) && !this.#ofOtherProfilers.includes(join(folder, name)))
          this.#addDatabase(join(folder, name));
    }
    const inner = folders.filter((name) => name !== OUTPUT_FOLDER);
    if (depth < MAX_DEPTH) for (const name of inner) this.#addFolder(join(folder, name), depth + 1);
    for (const [device, names] of ofDevices) this.#addInsight(folder, device, names, counts.ranks);
    if (rawForm !== undefined && this.#ranks.length === counts.ranks) {
      // The framework's parser takes what msprof recorded along.
      this.#raw.length = counts.raw;
      this.#raw.push({ form: rawForm, folder });
    }
  }

  /** Databases copied out of their ranks' folders: each is a rank, but that one of both kinds is the two of one rank. */
  #addLooseDatabases(folder: string, files: readonly string[]): void {
    const databases = files.filter((name) => rankTableKind(name) === 'profiler-db');
    const analyses = files.filter((name) => rankTableKind(name) === 'analysis-db');
    if (databases.length === 1) this.#addLooseRank(folder, [...databases, ...analyses], []);
    else for (const name of [...databases, ...analyses]) this.#addLooseRank(folder, [name], []);
  }

  #namesIn(folder: string, kind: ListedEntry['kind']): readonly string[] {
    return this.#listIfReadable(folder)
      .filter((entry) => entry.kind === kind)
      .map(({ name }) => name);
  }

  #listIfReadable(folder: string): readonly ListedEntry[] {
    try {
      return this.#folders.list(folder);
    } catch {
      return [];
    }
  }

  #noteUnreadable(path: string, severity: Notice['severity'], error: unknown): void {
    this.#notices.push(notice('folder-unreadable', severity, {}, { path, reason: systemReason(error) }));
  }

  #addClusterFiles(folder: string, names: readonly string[]): void {
    for (const name of names) {
      const path = join(folder, name);
      const table = clusterTableKind(name);
      const sizeBytes = sizeOf(path, this.roots);
      if (table) this.#clusterFiles.push({ path, sizeBytes, role: 'table', table });
    }
  }

  /** A rank's files without the folders that the profiler puts them into. `kinds`: of tables whose names do not tell. */
  #addLooseRank(
    folder: string,
    tables: readonly string[],
    texts: readonly string[],
    kinds: ReadonlyMap<string, TableKind> = new Map(),
    number = ascendRank(folder, tables, this.roots),
  ): void {
    const databases = tables.filter((name) => (kinds.get(name) ?? rankTableKind(name)) === 'profiler-db');
    const timelines = texts.length > 0 ? texts : databases;
    const notices = timelines.length > 0 ? [] : [notice('no-timeline-file', 'info', {}, { path: folder })];
    if (texts.length > 0 && databases.length > 0)
      notices.push(notice('text-and-database', 'info', {}, { path: folder }));
    this.#ranks.push({
      rank: number,
      // One file alone is opened as that; what lies beside it belongs to it.
      place: tables.length + texts.length === 1 ? join(folder, [...tables, ...texts][0]) : folder,
      folder,
      hostName: undefined,
      timelinePaths: timelines.map((name) => join(folder, name)),
      files: sourceFiles(folder, [...tables, ...texts], timelines, this.roots, kinds),
      notices,
    });
  }

  #looksLikeTrace(path: string): boolean {
    const byName = isTraceName(basename(path));
    return byName ?? (this.budget.takeHead() && looksLikeTrace(path, this.roots));
  }

  /** A device's files of MindSpore Insight: of the rank that msprof took in the same folder, or a rank by themselves. */
  #addInsight(folder: string, device: number, names: readonly string[], firstInside: number): void {
    const known = this.#ranks.findIndex(
      (own, at) => at >= firstInside && own.rank === device && /^PROF_/.test(basename(own.folder)),
    );
    const rank = this.#ranks[known];
    if (rank) {
      const files = sourceFiles(folder, names, [], this.roots);
      this.#ranks[known] = { ...rank, files: [...rank.files, ...files] };
      return;
    }
    const texts = names.filter((name) => isInsightTimeline(name) && this.#looksLikeTrace(join(folder, name)));
    const tables = names.filter((name) => !texts.includes(name));
    this.#addLooseRank(folder, tables, texts, new Map(), device);
  }

  #addFoundFile(path: string): void {
    if (otherProfilerNotice(path, this.roots, 'info')) this.#ofOtherProfilers.push(path);
    if (/\.zip$/i.test(path)) this.#archives.push(path);
    if (basename(path) === SCALE_NAMES.job && isOfForm('parquet', path, this.roots))
      this.#summarised.push({ place: path, isOpened: false, job: path });
    if (this.#monitorParts.add(path) || !this.#looksLikeTrace(path)) return;
    if (this.#hasRoom(dirname(path))) this.#ranks.push(bareTrace(path, this.roots));
  }

  #addAscendRank(folder: string): void {
    const output = join(folder, OUTPUT_FOLDER);
    const outside = this.#listIfReadable(folder).map(({ name }) => name);
    let inside: string[];
    try {
      inside = this.#folders
        .list(output)
        .filter(({ kind }) => kind === 'file')
        .map(({ name }) => name);
    } catch (error) {
      this.#noteUnreadable(output, 'warning', error);
      return;
    }
    const texts = inside.filter(isTraceView).sort(compareNames);
    const databases = inside.filter((name) => rankTableKind(name) === 'profiler-db').sort(compareNames);
    // Both hold the same run.
    const timelines = texts.length > 0 ? texts : databases;
    const aboutRank = outside.filter((name) => /^profiler_(info(_\d+)?|metadata)\.json$/.test(name));
    const notices: Notice[] = [];
    if (timelines.length === 0) notices.push(notice('no-timeline-file', 'warning', {}, { path: output }));
    if (texts.length > 0 && databases.length > 0)
      notices.push(notice('text-and-database', 'info', {}, { path: output }));
    this.#ranks.push({
      rank: ascendRank(folder, outside, this.roots),
      place: folder,
      folder,
      hostName: /^(.+)_\d+_\d{14,}_ascend_(pt|ms)$/.exec(basename(folder))?.[1],
      timelinePaths: timelines.map((name) => join(output, name)),
      files: [...sourceFiles(output, inside, timelines, this.roots), ...sourceFiles(folder, aboutRank, [], this.roots)],
      notices,
    });
  }

  /** What `msprof` wrote, in its newer layout or the older one with a folder per device; false if there is neither. */
  #addMsprof(folder: string): boolean {
    const listed = this.#folders.list(folder);
    const folders = [join(folder, MSPROF_OUTPUT_FOLDER)];
    for (const { name } of listed) if (/^device_\d+$/.test(name)) folders.push(join(folder, name, 'timeline'));
    const hasDatabase = listed.some(({ name }) => rankTableKind(name) === 'profiler-db');
    const outputs = folders
      .map((output) => {
        const inside = this.#namesIn(output, 'file');
        const traces = inside.filter((name) => name.endsWith('.json')).sort(compareNames);
        const whole = traces.filter((name) => name.startsWith('msprof'));
        return { output, inside, traces, timelines: whole.length > 0 ? whole : traces };
      })
      .filter(({ timelines }) => timelines.length > 0);
    for (const { output, inside, traces, timelines } of outputs) {
      const notices: Notice[] = [];
      if (hasDatabase) notices.push(notice('text-and-database', 'info', {}, { path: folder }));
      if (timelines.length > 1)
        notices.push(notice('several-iterations', 'info', { count: timelines.length }, { path: output }));
      const others = traces.filter((name) => !timelines.includes(name));
      if (others.length > 0) {
        const params = {
          count: others.length,
          names: others.slice(0, 3).join(', ') + (others.length > 3 ? ', …' : ''),
        };
        notices.push(notice('parallel-timeline-files', 'info', params, { path: output }));
      }
      const device = /device_(\d+)/.exec(output)?.[1];
      // The older layout has its csv files beside the folder of the timeline.
      const summary = join(dirname(output), 'summary');
      const tables = device === undefined ? [] : this.#namesIn(summary, 'file');
      this.#ranks.push({
        rank: device === undefined ? undefined : Number(device),
        place: outputs.length === 1 ? folder : join(output, timelines[0]),
        folder,
        hostName: undefined,
        timelinePaths: timelines.map((name) => join(output, name)),
        files: [...sourceFiles(output, inside, timelines, this.roots), ...sourceFiles(summary, tables, [], this.roots)],
        notices,
      });
    }
    return outputs.length > 0;
  }

  /** Traces in archives that folders hold, where there is nothing else; said where there is. */
  #addArchives(): void {
    const isEmpty = this.#ranks.length === 0 && this.#clusterFiles.length === 0 && this.#monitorParts.isEmpty;
    for (const path of this.#archives) {
      const { traces } = zipTraces(path, this.roots, () => this.budget.takeHead());
      if (traces.length === 0) continue;
      if (isEmpty) this.#addTraces(path);
      else this.#notices.push(notice('zip-beside', 'info', { count: traces.length }, { path }));
    }
  }

  addLinkNotice(): void {
    const said = this.#folders.linksOutNotice();
    if (said) this.#notices.push(said);
  }

  /** What is not shown is said: two runs of a generator may have the same names, too. */
  #withoutOlderCopies(ranks: readonly DiscoveredRank[]): readonly DiscoveredRank[] {
    const newest = newestCopies(ranks);
    const shown = new Set(newest.map(({ place }) => place));
    const [first, ...others] = new Set(ranks.map(({ place }) => place).filter((place) => !shown.has(place)));
    if (first !== undefined)
      this.#notices.push(notice('older-copies', 'warning', { count: others.length + 1 }, { path: first }));
    return newest;
  }

  result(paths: readonly string[], without: ReadonlySet<string>): DiscoveredDump {
    this.#addArchives();
    this.#ranks.push(...this.#monitorParts.ranks(this.roots));
    const all = rankPerDevice(this.#withoutOlderCopies(withOwnPlaces(this.#withOneNoticeOfNoTimelines(paths))));
    const found = all.filter(({ place }) => !without.has(place));
    const jobs = jobsOf(found, paths);
    const ranks = found
      .map((rank, i) => ({ ...rank, ...(jobs[i] ? { job: jobs[i] } : {}) }))
      .sort(
        (a, b) =>
          compareJobs(a, b) ||
          (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) ||
          compareNames(a.timelinePaths[0] ?? a.folder, b.timelinePaths[0] ?? b.folder),
      );
    const counts = new Map<string, { rank: number; count: number }>();
    for (const { rank, job } of ranks) {
      if (rank === undefined) continue;
      const key = `${rank} ${job?.key ?? ''}`;
      counts.set(key, { rank, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const params of counts.values())
      if (params.count > 1) this.#notices.push(notice('duplicate-rank', 'warning', params));
    this.#addSummarised(all.length === 0);
    // What was left out is no reason to say that there is nothing.
    const isEmpty = all.length === 0 && this.#clusterFiles.length === 0;
    this.#notices.push(...rawDataNotices(this.#raw, isEmpty ? 'error' : 'warning'));
    if (!isEmpty) this.#clusterFiles.push(...this.#laneFiles);
    else if (this.#laneFiles.length > 0) {
      const [{ path }] = this.#laneFiles;
      this.#notices.push(notice('lane-file-alone', 'error', {}, { path }));
    }
    if (isEmpty && this.#raw.length === 0) this.#addOtherProfilers();
    if (isEmpty && !this.#notices.some(({ severity }) => severity === 'error'))
      this.#notices.push(notice('no-dump-found', 'error', { depth: MAX_DEPTH }, { path: paths[0] }));
    return { ranks, clusterFiles: this.#clusterFiles, notices: this.#notices, isCut: this.budget.isCut };
  }

  /** Of each profiler whose files were met, the first of them. */
  #addOtherProfilers(): void {
    const codes = new Set<string>();
    for (const path of this.#ofOtherProfilers) {
      const said = otherProfilerNotice(path, this.roots, 'error');
      if (said === undefined || codes.has(said.code)) continue;
      codes.add(said.code);
      this.#notices.push(said);
    }
  }

  /** A job that was taken without timelines is one piece of news; said of each of its ranks it would hide the others. */
  #withOneNoticeOfNoTimelines(paths: readonly string[]): DiscoveredRank[] {
    const isNews = ({ code }: Notice) => code === 'no-timeline-file';
    const count = this.#ranks.filter(({ notices }) => notices.some(isNews)).length;
    if (count < 2 || this.#ranks.some(({ timelinePaths }) => timelinePaths.length > 0)) return this.#ranks;
    this.#notices.push(notice('no-timelines', 'info', { count }, paths.length === 1 ? { path: paths[0] } : {}));
    return this.#ranks.map((rank) => ({ ...rank, notices: rank.notices.filter((said) => !isNews(said)) }));
  }
}

/** Of several ranks in one folder, each is called after its first file. */
function withOwnPlaces(ranks: readonly DiscoveredRank[]): readonly DiscoveredRank[] {
  const firstFile = ({ timelinePaths, files }: DiscoveredRank) => timelinePaths[0] ?? files[0]?.path;
  const shared = new Map<string, Set<string | undefined>>();
  for (const rank of ranks) shared.set(rank.place, (shared.get(rank.place) ?? new Set()).add(firstFile(rank)));
  return ranks.map((rank) =>
    (shared.get(rank.place)?.size ?? 0) > 1 ? { ...rank, place: firstFile(rank) ?? rank.place } : rank,
  );
}

/** The earlier profile first. */
function compareJobs(a: DiscoveredRank, b: DiscoveredRank): number {
  if (a.job === undefined || b.job === undefined) return 0;
  return (a.job.startedMs ?? 0) - (b.job.startedMs ?? 0) || Number(a.job.key) - Number(b.job.key);
}
