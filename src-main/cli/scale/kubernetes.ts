/** Manifests for `kubectl apply -f -`, as JSON, which is YAML too: nothing in it can be taken for something else. */
import { createHash } from 'node:crypto';
import { SCALE_NAMES } from '../../../src-worker/discovery/scaleFolder';
import type { TaskArray } from './arrays';
import type { KubernetesChoice, TaskNeeds } from './scaleArguments';

/** Indexes of an Indexed Job, by the API’s own limit. */
export const MOST_COMPLETIONS = 100_000;

export interface PodWish {
  readonly choice: KubernetesChoice;
  readonly needs: TaskNeeds;
  /** The words that call tracelane in the image. */
  readonly program: readonly string[];
  readonly runFolder: string;
}

/** An Indexed Job of a stretch of the list. */
export function mapJob(wish: PodWish, { from, count, limit }: TaskArray): object {
  const args = ['summarize', '--list', SCALE_NAMES.list, '--task', 'JOB_COMPLETION_INDEX', '--from', String(from)];
  return job(wish, `map-${from}`, args, {
    completions: count,
    parallelism: limit ?? count,
    completionMode: 'Indexed',
    // One rank that fails twice is no reason to give up the others.
    backoffLimitPerIndex: 1,
  });
}

export function reduceJob(wish: PodWish): object {
  return job(wish, 'reduce', ['reduce', '../../summaries', '--out', '../../job.parquet'], { backoffLimit: 2 });
}

export function manifest(items: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2);
}

function job(
  { choice: { image, namespace, volumes }, needs, program, runFolder }: PodWish,
  part: string,
  args: readonly string[],
  spec: object,
): object {
  // Jobs can't be changed: each run has its own.
  const key = createHash('sha256').update(runFolder).digest('hex').slice(0, 8);
  const labels = { 'app.kubernetes.io/name': 'tracelane' };
  const size = {
    ...(needs.cpus && { cpu: String(needs.cpus) }),
    ...(needs.memory && { memory: quantity(needs.memory) }),
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `tracelane-${key}-${part}`, labels, ...(namespace !== undefined && { namespace }) },
    spec: {
      ...spec,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          ...(needs.time !== undefined && { activeDeadlineSeconds: secondsOf(needs.time) }),
          containers: [
            {
              name: 'tracelane',
              image,
              // Kubernetes replaces $(NAME) in both.
              command: program.map(literal),
              args: args.map(literal),
              workingDir: runFolder,
              ...(Object.keys(size).length > 0 && { resources: { requests: size, limits: size } }),
              ...(volumes.length > 0 && {
                volumeMounts: volumes.map(({ path }, at) => ({ name: `volume-${at}`, mountPath: path })),
              }),
            },
          ],
          ...(volumes.length > 0 && {
            volumes: volumes.map(({ claim }, at) => ({
              name: `volume-${at}`,
              persistentVolumeClaim: { claimName: claim },
            })),
          }),
        },
      },
    },
  };
}

function literal(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Slurm's sizes are powers of 1024, MB without a letter. */
function quantity(memory: string): string {
  const [, digits, unit = 'M'] = /^(\d+)([KMGT]?)$/.exec(memory) ?? [];
  return `${digits}${unit || 'M'}i`;
}

/** Of minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes, days-hours:minutes:seconds. */
export function secondsOf(time: string): number {
  const [clock, days] = time.split('-').reverse();
  const parts = (clock ?? '').split(':').map(Number);
  if (days !== undefined) {
    const [hours = 0, minutes = 0, seconds = 0] = parts;
    return Number(days) * 86_400 + hours * 3600 + minutes * 60 + seconds;
  }
  if (parts.length === 3) {
    const [hours = 0, minutes = 0, seconds = 0] = parts;
    return hours * 3600 + minutes * 60 + seconds;
  }
  const [minutes = 0, seconds = 0] = parts;
  return minutes * 60 + seconds;
}
