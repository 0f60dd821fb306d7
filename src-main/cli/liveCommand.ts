import { createInterface } from 'node:readline';
import { LiveJob, type LiveNews } from '../demo/live/liveJob';
import type { LivePlaces } from '../demo/live/liveOptions';
import { orderSyntax } from '../demo/live/orders';
import { pathOfArgument } from '../host/openArgument';
import type { LiveSetup } from './liveArguments';
import { untilStopped } from './untilStopped';

type Print = (line: string) => void;

/** Runs a job that does not exist until it is stopped. Rejects with a `DemoError`, or the system’s error. */
export async function runLive(setup: LiveSetup, name: string, print: Print): Promise<void> {
  const stop = new AbortController();
  const job = new LiveJob({ ...setup, folder: pathOfArgument(name, process.cwd()) }, (news) => print(sentence(news)));
  for (const line of introduction(await job.begin(), setup)) print(line);
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    if (line.trim() !== '') job.order(line);
  });
  const stopped = untilStopped(stop.signal).then(() => job.stop());
  try {
    await job.run();
  } finally {
    input.close();
    // What is open of it would keep the process.
    process.stdin.destroy();
    stop.abort();
    await stopped;
  }
}

function introduction(places: LivePlaces, { tls, dialect }: LiveSetup): readonly string[] {
  const isDynolog = dialect === 'dynolog';
  return [
    `Log                 ${places.log}`,
    `msMonitor           ${places.monitor}`,
    `Prometheus          http://127.0.0.1:${places.metricsPort}/metrics (training_step_time_seconds)`,
    `Daemon              127.0.0.1:${places.daemonPort} (${dialect}${tls ? ', TLS' : ''})`,
    `PROF_CONFIG_PATH    ${places.config}`,
    `Orders              ${orderSyntax}: a line here, or in ${places.orders}`,
    `Watch it with       tracelane watch --log '${places.log}' --${isDynolog ? 'gpu' : 'npu'}-hosts 127.0.0.1:${places.daemonPort} --output ${isDynolog ? '/tmp/profiles/trace.json' : '/tmp/profiles'}`,
  ];
}

function sentence(news: LiveNews): string {
  switch (news.kind) {
    case 'slow':
      return `Behind step ${news.step}: steps take ${news.factor} × as long.`;
    case 'fast':
      return `Behind step ${news.step}: steps take as long as usual.`;
    case 'stall':
      return `Behind step ${news.step}: no step comes.`;
    case 'go':
      return `Behind step ${news.step}: steps come again.`;
    case 'restart':
      return `The job begins anew, with step ${news.step}.`;
    case 'profile':
      return `Step ${news.step}: a profile is taken; it is written to ${news.output}.`;
    case 'dump':
      return `Step ${news.step}: ${news.output} is complete.`;
    case 'failed':
      return `The profile could not be written to ${news.output}: ${news.reason}`;
    case 'unknown-order':
      return `There is no order "${news.line}": ${orderSyntax}.`;
  }
}
