import type { ProfileReport } from '../../src-watch/reports/profileReport';
import type { Spoken } from '../../src-watch/words/spoken';
import { DiagnosisError, diagnoseDump } from './diagnoseDump';
import { type ArrivalLimits, arrivedDump, UNSURE_MS, usualArrival } from './dumpArrival';
import { commandForRaw, parseRaw } from './parseRaw';
import { type ProfileWay, placeOfDump } from './profileWay';

export interface AfterOptions {
  readonly way: ProfileWay;
  /** How this machine sees the folder that hosts write to, where that has another name here. */
  readonly seenAs: string | undefined;
  /** The command line (`cli.js`), which says what is in a dump. */
  readonly program: string;
  /** A Python that has the framework: where the profiler has left raw data alone, they are parsed with it. */
  readonly python?: string;
  readonly arrival?: ArrivalLimits;
}

/** Waits for the dump of a profile, and says what is in it. Asked again, after a kill, it comes to the same. */
export class AfterProfile {
  constructor(readonly options: AfterOptions) {}

  /** Undefined: nobody knows where it will lie. */
  placeOf(dump: string): string | undefined {
    const { way, seenAs } = this.options;
    if (seenAs === undefined) return placeOfDump(way, dump);
    if (way.kind === 'command') return placeOfDump({ ...way, output: seenAs }, dump);
    return placeOfDump({ ...way, request: { ...way.request, output: seenAs } }, dump);
  }

  /** `ranks`: so many processes take it, if anybody knows. `isSure`: it has been asked for. Undefined when it was aborted, or there is nothing to wait for. */
  async report(
    dump: string,
    ranks: number | undefined,
    signal: AbortSignal,
    isSure = true,
  ): Promise<ProfileReport | undefined> {
    const { way, program } = this.options;
    const usual = this.options.arrival ?? usualArrival;
    const arrival = isSure ? usual : { ...usual, absentMs: UNSURE_MS };
    const path = this.placeOf(dump);
    if (path === undefined) return undefined;
    const form = way.kind === 'gpu-daemons' ? 'file' : 'folder';
    let arrived = await arrivedDump({ path, form }, ranks, arrival, signal);
    let reason: Spoken | undefined;
    if (arrived?.kind === 'raw' && this.options.python !== undefined) {
      reason = await parseRaw(this.options.python, path, signal);
      // Whoever parses beside it may have been as fast.
      arrived = await arrivedDump({ path, form }, ranks, arrival, signal);
    }
    if (!arrived) return undefined;
    if (arrived.kind === 'late') return { kind: 'late', path, ranks: arrived.ranks };
    if (arrived.kind === 'raw')
      return {
        ...{ kind: 'raw', path, ranks: arrived.ranks, command: await commandForRaw(path) },
        ...(reason && { reason: reason.en, reasonZh: reason.zh }),
      };
    try {
      const diagnosis = await diagnoseDump(program, arrived.paths, signal);
      return (
        diagnosis && { kind: 'findings', paths: arrived.paths, ranks: arrived.ranks, findings: diagnosis.findings }
      );
    } catch (error) {
      if (!(error instanceof DiagnosisError)) throw error;
      return { kind: 'not-analysed', path, reason: error.said.en, reasonZh: error.said.zh };
    }
  }
}
