import type { DemoOptions } from '../options';

export const liveFrameworks = [
  'megatron',
  'deepspeed',
  'huggingface',
  'lightning',
  'mindspore',
  'mindformers',
] as const;
export type LiveFramework = (typeof liveFrameworks)[number];

/**
 * What a daemon does with a request. `half`: a part of the answer, then it hangs up. `wrong-length`: it says it has more than comes.
 * `slow`: the answer comes after two seconds. `hung`: never.
 */
export const daemonBehaviours = ['takes', 'busy', 'no-match', 'slow', 'wrong-length', 'half', 'hung'] as const;
export type DaemonBehaviour = (typeof daemonBehaviours)[number];

export const daemonDialects = ['msmonitor', 'dynolog'] as const;
export type DaemonDialect = (typeof daemonDialects)[number];

/** Paths of PEM files. A client without a certificate of `ca` is refused. */
export interface DaemonTls {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** What dumps are made of, as for a demo dump; steps are those that a profile is asked for. */
export type DumpSetup = Omit<DemoOptions, 'folder' | 'signal' | 'steps'>;

export interface LiveOptions {
  /** Made if it is not there; logs that lie in it are written on. */
  readonly folder: string;
  readonly framework: LiveFramework;
  /** Usual time of a step. */
  readonly stepMs: number;
  /** Steps are so much longer while it is slow. */
  readonly slowFactor: number;
  /** It is slow from the step behind this one on; undefined: when it is told. */
  readonly slowAfter: number | undefined;
  readonly firstStep: number;
  readonly dialect: DaemonDialect;
  readonly behaviour: DaemonBehaviour;
  readonly tls: DaemonTls | undefined;
  /** 0: any that is free. */
  readonly daemonPort: number;
  readonly metricsPort: number;
  /** Between one file of a dump and the next. */
  readonly fileMs: number;
  /** Faults are in dumps of steps that are slow, not in the others. */
  readonly dump: DumpSetup;
}

/** Where the job is found; also in `live.json` of its folder, once it listens. */
export interface LivePlaces {
  readonly log: string;
  /** Of msMonitor's JSON lines. */
  readonly monitor: string;
  /** `PROF_CONFIG_PATH`. */
  readonly config: string;
  /** Orders are read from it, too. */
  readonly orders: string;
  readonly daemonPort: number;
  readonly metricsPort: number;
  readonly processId: number;
}
