import { faultSyntax } from '../demo/faults/faultText';
import type { CommandName } from './arguments';
import { tableNames } from './export/exportTable';

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
  --statistics   how often each name occurs, and how long it takes
  --trace        the timeline as trace-event JSON, which opens again; of
                 several ranks a folder with one file each. Slices that touch
                 the stretch are whole, and arrows between them are kept.
  --from, --to T statistics and trace: between these times since the dump's
                 start, such as 12.5ms (ns, us, ms, s)
  --ranks N,…    of these ranks only, by their numbers in the job
  --lanes TEXT   statistics and trace: lanes with this in their name, or in
                 that of their process
  --format       csv or json; without it the end of FILE tells, else csv`,
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
                         the same run in either
  --no-timeline          tables only, as text: large jobs in seconds
  --stacks SHARE         ops with a call stack, 0 to 1 (default 0.1)
  --experts N            experts in place of each layer's MLP, with --top-k N
                         and --imbalance 0 to 1
  --decode-steps N       serve in place of training: a prefill, then N decodes
  --fault FAULT          something wrong; may be given several times:
${Object.entries(faultSyntax)
  .map(([kind, values]) => `                           ${kind}:${values}`)
  .join('\n')}
                         Any of them with steps=12-14; the first step is 10.`,
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
  tracelane export PATH…      write tables, statistics or a part of the timeline
  tracelane mcp               answer an assistant (Model Context Protocol)
  tracelane demo DIR          write a demo dump
  tracelane cache ls|clear    list or delete the saved indexes
  tracelane help COMMAND      tell more about a command
  tracelane --version

Exit code: 0 done, 1 failed, 2 wrong arguments, 3 above analyze --fail-on.`;
}
