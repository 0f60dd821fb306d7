import { MOST_PROFILE_STEPS } from '../../src-contract/profiling/costs';
import { collectors } from '../../src-report/recipe/collectors';
import { faultSyntax } from '../demo/faults/faultText';
import { daemonBehaviours, daemonDialects, liveFrameworks } from '../demo/live/liveOptions';
import { orderSyntax } from '../demo/live/orders';
import type { CommandName } from './arguments';
import { tableNames } from './export/usualTables';

const usage: Readonly<Record<CommandName, string>> = {
  open: `tracelane [open] [PATH…] [--demo] [--host electron|browser] [--port N] [--time]

  Opens a window with the dumps at PATH (folders or trace files), or with the
  welcome page. Uses Electron where it is installed and there is a display, else
  the browser host.

  --demo     open the demo dump, which is generated once
  --host     use this host instead of the best one that is there
  --port N   port of the browser host on 127.0.0.1
  --time     print how long it took to the window and to the first slices`,
  serve: `tracelane serve [PATH…] [--root DIR]… [--port N] [--no-open] [--demo]
                [--time]

  Serves the window to a browser on this machine, or through an SSH tunnel to
  another one: ssh -L 41737:127.0.0.1:41737 HOST. Only who has the printed
  address with its token gets in.

  --root DIR   folder whose dumps may be opened; may be given several times.
               Without it: the home directory. What PATH names may be opened in
               any case.
  --port N     port on 127.0.0.1; 0 is any free one (default 41737, or any)
  --no-open    print the address only
  --demo       open the demo dump, which is generated once
  --time       print how long it took to the window and to the first slices`,
  info: `tracelane info PATH… [--json]

  Prints what is in a dump: ranks, lanes, events by phase, what was skipped and
  why, and the time it took.

  --json   the same as JSON`,
  analyze: `tracelane analyze PATH… [--json] [--html FILE] [--md FILE]
                  [--perftracker FILE] [--lang en|zh]
                  [--fail-on CLASS:PERCENT]…
tracelane analyze PATH… [--compare PATH2] [--ranks A,B] [--steps A,B] …

  Says where the time of a job goes: at most five sentences first, by time lost
  per step, then each with its cause and what to do, what stays under its
  threshold, and what could not be looked at and why. Progress goes to stderr.
  PATH may be a job that tracelane reduce has made.
  With --compare, --ranks or --steps: what changed from side A to side B, by
  parts that sum to the difference, with 95 % intervals from repeats.

  --json       everything as JSON; its schema is docs/findings.schema.json, of a
               comparison docs/compare.schema.json
  --html FILE  write it to FILE as one HTML file, with pictures, that is read
               without Tracelane and without a network
  --md FILE    write it to FILE as Markdown
  --perftracker FILE
               write PerfTracker’s report to FILE as JSON: how functions behave
               on the ranks; its schema is docs/perftracker.schema.json
  --lang zh    in Chinese (text, HTML and Markdown)
  --fail-on CLASS:PERCENT
               exit code 3 if a finding of the class costs that much of a step,
               or more; the class is parallelism, input, host, compute,
               communication, memory or any. Of a comparison: if the part has
               grown by that much of A’s step, and not by chance; the part is
               step, computing, exposed or free
  --compare PATH2
               hold PATH (A) against the dump at PATH2 (B)
  --ranks A,B  these ranks; without --compare both of PATH. Else the rank of A
               that takes longest, and the same of B
  --steps A,B  these steps, by their numbers, or all (the mean; each step is a
               repeat). Else all`,
  summarize: `tracelane summarize RANK… --out FILE [--job NAME] [--inside-dump]

  Writes what a rank comes to, some tens of kB, to FILE, where its data lies: the
  map of a job that is too large for one machine. RANK is whatever a window
  opens; of several, all are in FILE. It is a Parquet file that other programs
  read as well: docs/summary-format.md.

  --out FILE     ends in .parquet, so that reduce finds it. It may lie in the
                 rank's own folder only with --inside-dump.
  --job NAME     the job, so that ranks of another are told from it`,
  reduce: `tracelane reduce DIR --out FILE [--json] [--lang en|zh]

  Makes one job of the summaries in DIR and in its folders (*.parquet), and
  writes it to FILE: tracelane analyze FILE tells the findings, which are those
  of the job opened as a whole, but for what needs the timelines. Says which
  ranks are missing, and what was left out and why: files that are damaged, of
  another version or of another job are no reason to stop.

  --json         ranks, missing, leftOut and findings as JSON
  --lang zh      in Chinese`,
  scale: `tracelane scale PATH… --slurm|--kubernetes|--local --out DIR [--limit N]
                [--ranks-per-task N] [--job NAME] [--dry-run] …

  Has the ranks in PATH summarized by the machines of a cluster, and one job made
  of the summaries: DIR/job.parquet. It writes the list of ranks, the scripts and
  the logs into DIR/runs, submits a job array and the reduce behind it, and says
  how far they are. Run again, it does what is missing in DIR/summaries, and what
  is whole there stays. Ctrl+C cancels the jobs. All machines see PATH and DIR
  under the same names. docs/scale.md has what it costs.

  --limit N      tasks that run at a time (--local: one a core)
  --ranks-per-task N  ranks that a task does, one after another (1)
  --job NAME     the job, so that ranks of another are told from it
  --dry-run      print what would be written and called
  --inside-dump  DIR may lie in PATH
  --time T, --mem SIZE, --cpus N
                 of a task, as Slurm writes them: 30, 1:30:00; 4G
  --program PATH how tracelane is called where tasks run: this program, or
                 tracelane in an image

  --slurm        sbatch, squeue, sacct, scancel; arrays are divided by Slurm's
                 MaxArraySize
  --partition P, --account A
  --option=OPTION  another one of sbatch's, such as --option=--qos=low; may be
                 given several times
  --no-wait      submit, and do not follow. To follow, run it again.

  --kubernetes   print Indexed Jobs for: kubectl apply -f -
                 When they have ended, run again: it prints what is missing, or
                 the job that reduces.
  --image IMAGE  that has Tracelane
  --volume CLAIM:/PATH  a volume's claim, and where pods see it; may be given
                 several times
  --namespace N
  --reduce       print the job that reduces, though ranks are missing

  --local        processes on this machine

  Exit code: 0 all ranks are in the job (or all is submitted or printed), 1 no
  job was made, 2 wrong arguments, 4 a job was made, ranks are missing, 130
  cancelled.`,
  export: `tracelane export PATH… --table NAME|--statistics|--trace
                 [--out FILE] [--format csv|json] [--from T] [--to T]
                 [--ranks N,…] [--lanes TEXT] [--of JSON] [--inside-dump]

  Writes a part of a dump to FILE, or to standard output. Progress goes to
  stderr. FILE may lie in the dump's own folder only with --inside-dump.

  --table NAME   a table that the window shows, as csv, in which nothing is a
                 formula to a spreadsheet, or JSON; NAME is one of
${indented(tableNames)}
  --of JSON      what of it: {"by":"name"} for operator.groups,
                 {"kind":"api-statistic"} for operator.statistics
  --statistics   how often each name occurs, and how long it takes. Of a slice
                 that reaches over --from or --to only the part between them
                 counts, also for Min and Max.
  --trace        the timeline as trace-event JSON, which opens again; of
                 several ranks a folder with one file each. Slices that touch
                 the stretch are whole, and arrows between them are kept.
  --from, --to T statistics and trace: between these times since the dump's
                 start, such as 12.5ms (ns, us, ms, s)
  --ranks N,…    of these ranks only, by their numbers in the job
  --lanes TEXT   statistics and trace: lanes with this in their name, or in
                 that of their process
  --format       csv or json; without it the end of FILE tells, else csv`,
  query: `tracelane query PATH… SQL [--format table|csv|json|parquet] [--out FILE]
                [--memory SIZE] [--seconds N] [--duckdb DIR] [--inside-dump]

  Asks a dump, or summaries (a file, or the folder of tracelane scale), in SQL:
  tracelane query DUMP "select name, sum(duration_ns) from kernels group by name"
  Tables of a dump: slices, flows, counters, kernels, collectives, links, memory,
  steps, patterns, findings; of summaries: facts, and by kind findings, steps,
  splits, kernels, collectives, links, memory, patterns, counters. docs/query.md
  has their columns and examples. A query reads, and it reads nothing else.

  DuckDB answers it, which is not a part of Tracelane:
  npm install --prefix DIR @duckdb/node-api

  --duckdb DIR   where that is; or TRACELANE_DUCKDB, or query.json in the user's
                 configuration folder: {"duckdb": "DIR"}
  --format       without it a table, or what the end of FILE tells
  --memory SIZE  of tables and query (2G)
  --seconds N    that the query may take (60)
  --inside-dump  FILE may lie in PATH`,
  watch: `tracelane watch --log PATH…|--steps PATH…|--msmonitor PATH…
                [--pattern PATTERN] [--on-alarm COMMAND|--npu-hosts LIST
                |--gpu-hosts LIST|--dynamic-profile DIR] [--dry-run]
                [--limits FILE] [--stall N] [--stall-least TIME] [--fresh]
                [--json] [LIMITS…]
tracelane watch --once --log FILE…|--steps FILE… [--fail-on-alarm] …

  Follows a training job by its log, and holds its steps against the rule of
  ModelArts’ monitor: some steps are skipped, the next ones make the baseline,
  and several in a row that are far over it are an alarm. An alarm asks for a
  profile, not soon after the one before, and not often; alarms themselves are
  never held back. Steps that become slower so slowly that none stands out are
  told as drift, and steps that stop as a stall. It goes on through rotated and
  truncated files, new starts of the job, and its own: what it knows is kept in
  the user’s configuration folder. See docs/watch.md.

  --log PATH     a training log, or a folder of them; of several, each is a
                 rank’s, by the number behind "rank" in its path. A step takes
                 as long as on the slowest rank.
  --pattern      how a step stands in the log: megatron, mindspeed, deepspeed,
                 huggingface, lightning, mindspore, or a regular expression with
                 the groups (?<step>…), (?<ms>…) or (?<s>…), (?<rank>…). Without
                 it, whichever framework’s is the first to match a line.
  --steps PATH   csv or JSON lines: step and ms (or s), and, if there are any,
                 rank and time. Without a time it is the sum of the steps.
  --msmonitor PATH
                 JSON lines or databases of msMonitor, or the folder it writes to
  --prometheus URL --query QUERY
                 a server, asked by PromQL: a gauge of step times, or the name of
                 a histogram’s _sum. [--metric-unit s|ms] [--rank-label rank]
                 [--resolution 5]: a sample every so many seconds. Who asks stands
                 in TRACELANE_PROMETHEUS_TOKEN, or _USER (user:password).
  --watch-dumps DIR
                 the steps of dumps that appear below a folder

  When an alarm asks for a profile, once for each, in one of these ways:
  --npu-hosts LIST, --gpu-hosts LIST
                 ask msMonitor’s or dynolog’s daemons, port 1778: a,b:1779,
                 node[01-16], or @FILE with one a line. Five seconds a host.
  --certs-dir DIR
                 daemons want certificates: ca.crt, client.crt and client.key,
                 or --tls-ca, --tls-cert, --tls-key FILE. The key’s password:
                 TRACELANE_KEY_PASSWORD in the environment
  --dynamic-profile DIR
                 write torch_npu’s profiler_config.json there (PROF_CONFIG_PATH)
  --on-alarm COMMAND
                 run it in a shell; TRACELANE_STEP, _STEP_MS, _SCORE, _RANK,
                 _ALARM and _REASON are in its environment
  --dry-run      print what would be sent, written or run
  --output PATH  where the profile is to be written, on the hosts of the job
                 in a folder of its own for each
  --dumps PATH   how this machine sees that place, if it is called otherwise:
                 the dump is waited for, and what is found in it told
  --parse-with PYTHON
                 a Python with torch_npu or MindSpore: a profile that is left as
                 raw data is parsed with it, on this machine
  --profile-steps N (1), --profile-level none|0|1|2 (0), --profile-memory,
  --profile-stack, --profile-mstx, --aic-metrics NAME, --profile-ranks 0,5-7,
  --process-limit N (3 of a host)
  --job-id N     GPUs under Slurm: PyTorch announces itself with $SLURM_JOB_ID

  --diagnose-now take a profile in one of these ways, without an alarm: says what
                 it costs and how the hosts are, waits for the dump, and says
                 what is in it. --dry-run, --no-wait; 1 to 3 steps
  --webhook URL  gets alarms, stalls and reports as JSON, signed with
                 TRACELANE_WEBHOOK_SECRET; or TRACELANE_WEBHOOK
  --limits FILE  limits by their names in capitals, a line each, which may be
                 changed while the job runs
  --stages N     of the pipeline: ranks are held against those of their stage, and
                 one that is slower is named; without it as their kernels differ
  --samples-per-step N, --flops-per-step N, --peak-flops N
                 of the whole job, such as 2048, 4.5e17, 312T: throughput and MFU
  --why A[-B]    with --once: why steps A to B were no alarm, which limits would
                 have made one of them, and how many others
  --stall N      no step for N times the median (10) is a stall …
  --stall-least TIME
                 … but not before so long (60s)
  --fresh        forget what an earlier watcher of the same files knew
  --once         go over the files as they are, and end
  --json         an object for each thing that is told; with --once one document
                 {baseline, alarms, triggers, crossings, drift, restarts, …}. A
                 crossing is a step over the threshold that asked for no
                 profile, with the reason: too-few (in a row), goes-on (the
                 alarm), cooldown, at-limit, no-baseline (yet)
  --fail-on-alarm
                 with --once: exit code 3 if there is an alarm
  --lang zh      in Chinese

  Limits, here or in the environment by the same names in capitals, such as
  PERF_KSIGMA=6; what stands here goes before:
  --perf-baseline-skip-steps N  steps that are skipped first (20)
  --perf-baseline-steps N       steps of the baseline behind them (20)
  --perf-ksigma K               a step K deviations over the mean, or more, is a
                                spike (5)
  --perf-min-spike-consec N     so many spikes in a row are an alarm (4)
  --perf-cooldown TIME          from one profile to the next, at least (2h)
  --perf-max-triggers N         profiles in all, at most (3)`,
  recipe: `tracelane recipe [QUESTION --for COLLECTOR] [--output DIR] [--steps N]
                 [--skip N] [--epochs N] [--level none|0|1|2] [--metrics NAME]
                 [--memory] [--stack] [--ranks N,…] [--out DIR] [--json]

  Writes what takes a profile that answers a question: code, environment or
  configuration, with what it costs. Without a question: what there is.

  QUESTION      step, kernel, memory, communication, host or light
  --for         ${collectors.slice(0, 5).join(', ')},
                ${collectors.slice(5).join(', ')}
  --output DIR  where the profile is to be written, on the machines of the job
                (./profile)
  --steps N     steps to collect, 1 to ${MOST_PROFILE_STEPS}; with --epochs N, epochs (mindspore, where
                data is sunk to the device)
  --skip N      steps, or epochs, that pass first (10)
  --level, --metrics, --memory, --stack
                more, or other, than the question needs
  --ranks N,…   these ranks only, such as 0,3,5-7
  --out DIR     write the files there; none that is there is written over.
                Without it they go to standard output, and what is to be known
                of them to stderr
  --json        files and notes as one document
  --lang zh     in Chinese`,
  mcp: `tracelane mcp

  Answers an assistant's questions about dumps on standard input and output, by
  the Model Context Protocol: findings, step split, kernels, collectives, late
  ranks, slices, statistics, notices. It reads what you may read, writes nothing
  but the saved indexes, and asks the network for nothing. In the settings of
  the assistant: command "tracelane", arguments ["mcp"].`,
  demo: `tracelane demo DIR [--ranks N] [--steps N] [--events N] [--seed S]
                [--tp N] [--pp N] [--dp N] [--cp N] [--ep N] [--fault FAULT]… …

  Writes the dump of an invented job into DIR, which must be new or empty, and
  what is in it, truth.json. The same options give the same bytes.

  --ranks N              ranks to write (default 2, or the whole job)
  --steps N              steps (default 3)
  --events N             events of each rank, roughly (default 20000)
  --seed S               a whole number (default 1)
  --tp, --pp, --dp N     tensor, pipeline and data parallel sizes
  --cp, --ep N           context and expert parallel sizes
  --ranks-per-host N     devices of a host (default 8); RDMA between hosts
  --host-link LINK       within a host: hccs (default) or pcie
  --clock-offset-ms N    clocks of the ranks are wrong by up to N ms
  --clock-drift-ppm N    and gain or lose up to N µs a second (needs --step-every-ms)
  --step-every-ms N      a step begins every N ms: a long run in little
  --layers N             layers of a pipeline stage, and --micro-batches N of
                         a step, in place of --events
  --kernel-rows N        rows of kernel_details.csv, in place of --events
  --form FORM            text files (default), SQLite databases (db), or both:
                         the same run in either; summaries: what summarize
                         makes of each rank without its timeline, for up to
                         16384 ranks, from 64 on with faults of its own
                         unless --fault names others
  --no-timeline          tables only, as text: large jobs in seconds
  --stacks SHARE         ops with a call stack, 0 to 1 (default 0.1)
  --experts N            experts in place of each layer's MLP, with --top-k N
                         and --imbalance 0 to 1
  --decode-steps N       serve in place of training: a prefill, then N decodes
  --fault FAULT          something wrong; may be given several times:
${Object.entries(faultSyntax)
  .map(([kind, values]) => `                           ${kind}:${values}`)
  .join('\n')}
                         Any of them with steps=12-14; the first step is 10.

  tracelane demo DIR --live [--step-ms N] [--slow-after N] …

  Plays a job that runs, for trying out tracelane watch: a log, msMonitor's
  JSON lines, a Prometheus, a daemon of msMonitor or dynolog, and torch_npu's
  profiler_config.json. It listens on 127.0.0.1 alone; where all of it is stands
  in DIR/live.json. A profile that is asked for becomes a dump with the faults
  above (rank 5 of 8 is slow unless others are given), file by file.

  --step-ms N            usual time of a step (default 500)
  --slow-after N         steps behind this one are slow (default: when told)
  --slow-factor X        and take so much longer (default 1.21)
  --first-step N         (default 1)
  --framework NAME       how the log is written: ${liveFrameworks.slice(0, 4).join(', ')},
                         ${liveFrameworks.slice(4).join(', ')} (default ${liveFrameworks[0]})
  --daemon DIALECT       ${daemonDialects.join(' or ')} (default ${daemonDialects[0]})
  --answer HOW           what the daemon does: ${daemonBehaviours.slice(0, 4).join(', ')},
                         ${daemonBehaviours.slice(4).join(', ')} (default ${daemonBehaviours[0]})
  --tls-ca, --tls-cert, --tls-key FILE
                         the daemon speaks TLS, and wants a client certificate
  --daemon-port, --metrics-port N
                         (default: any that is free)
  --file-ms N            from one file of the dump to the next (default 20)

  A line on standard input, or in DIR/orders, tells it what to do:
  ${orderSyntax.replace(', daemon', ',\n  daemon')}`,
  cache: `tracelane cache ls|clear

  Indexes of dumps opened before, and what was found out about them, are kept in
  the user's cache folder, so that they open at once the next time.

  ls      list them, the least recently used first
  clear   delete them all`,
};

function indented(names: readonly string[]): string {
  return names.map((name) => `                   ${name}`).join('\n');
}

/** The text of --help, of one command or of all. */
export function helpText(topic: CommandName | undefined): string {
  if (topic !== undefined) return usage[topic];
  return `Tracelane shows the profiling dumps of training jobs on Ascend NPUs and GPUs.

Usage:
  tracelane [open] [PATH…]    open a window
  tracelane serve [PATH…]     serve the window to a browser
  tracelane info PATH…        print what is in a dump
  tracelane analyze PATH…     say where the time of a job goes
  tracelane summarize RANK…   write what a rank comes to, for jobs of any size
  tracelane reduce DIR        make one job of summaries
  tracelane scale PATH        do both by Slurm, Kubernetes or all cores
  tracelane export PATH…      write tables, statistics or a part of the timeline
  tracelane query PATH… SQL   ask a dump in SQL
  tracelane watch             follow a training job, and say when it becomes slow
  tracelane recipe            write what takes a profile
  tracelane mcp               answer an assistant (Model Context Protocol)
  tracelane demo DIR          write a demo dump
  tracelane cache ls|clear    list or delete the saved indexes
  tracelane help COMMAND      tell more about a command
  tracelane --version

Exit code: 0 done, 1 failed, 2 wrong arguments, 3 above analyze --fail-on,
or an alarm with watch --fail-on-alarm. scale: see its help.`;
}
