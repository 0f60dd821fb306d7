/**
 * msMonitor: an image with its daemon and clients, and what asks for a profile. Flags: Ascend/msmonitor, docs/en/user_guide
 * (nputrace_instruct.md, npumonitor_instruct.md), installing: docs/en/install_guide/msmonitor_install_guide.md.
 */
import { levelNames } from '../../../src-contract/profiling/levels';
import { collectedMetrics, type RecipeChoice } from '../choices';
import { bashWord } from '../quote';
import type { RecipeFile, RecipeWriter } from '../writer';

/** Of its daemon (dynolog’s own). */
const DAEMON_PORT = 1778;

export function msmonitorFiles(choice: RecipeChoice, writer: RecipeWriter): readonly RecipeFile[] {
  return [
    { name: 'Dockerfile', kind: 'dockerfile', text: image(writer) },
    { name: 'daemon.yaml', kind: 'yaml', text: daemonSet(writer) },
    { name: 'start.sh', kind: 'shell', text: start(writer) },
    {
      name: 'ask.sh',
      kind: 'shell',
      text: choice.question === 'light' ? monitor(choice, writer) : ask(choice, writer),
    },
  ];
}

function image({ words }: RecipeWriter): string {
  return `# ${words('comment.base')}
# docker build --build-arg BASE=… -t msmonitor .
ARG BASE
FROM \${BASE}
# ${words('comment.image')}
COPY dynolog*.deb mindstudio_monitor*.whl /tmp/msmonitor/
RUN dpkg -i --force-overwrite /tmp/msmonitor/dynolog*.deb \\
    && pip install --no-cache-dir /tmp/msmonitor/mindstudio_monitor*.whl \\
    && rm -r /tmp/msmonitor
EXPOSE ${DAEMON_PORT}
CMD ["dynolog", "--enable-ipc-monitor", "--certs-dir", "NO_CERTS"]
`;
}

/** Processes of the job and the daemon find one another over a socket of the node: one IPC namespace. */
function daemonSet({ words }: RecipeWriter): string {
  return `# ${words('comment.daemon')}
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: msmonitor
spec:
  selector:
    matchLabels:
      app: msmonitor
  template:
    metadata:
      labels:
        app: msmonitor
    spec:
      hostNetwork: true
      hostIPC: true
      hostPID: true
      containers:
        - name: dynolog
          image: msmonitor:latest
          args: ["dynolog", "--enable-ipc-monitor", "--certs-dir", "NO_CERTS"]
          ports:
            - containerPort: ${DAEMON_PORT}
              hostPort: ${DAEMON_PORT}
`;
}

function start({ words }: RecipeWriter): string {
  return `#!/usr/bin/env bash
# ${words('comment.job')}
# ${words('comment.runWith', { name: 'start.sh' })}
set -euo pipefail
export MSMONITOR_USE_DAEMON=1
exec "$@"
`;
}

function ask(choice: RecipeChoice, { words }: RecipeWriter): string {
  const metrics = collectedMetrics(choice);
  const flags = [
    '--start-step -1',
    `--iterations ${choice.count}`,
    `--log-file ${bashWord(choice.output)}`,
    `--profiler-level ${levelNames[choice.level].torch}`,
    ...(metrics ? [`--aic-metrics ${metrics}`] : []),
    ...(choice.question === 'kernel' ? ['--record-shapes'] : []),
    ...(choice.hasMemory ? ['--profile-memory'] : []),
    ...(choice.hasStack ? ['--with-stack'] : []),
    ...(choice.question === 'host' ? ['--gc-detect-threshold 1'] : []),
    ...(choice.question === 'communication' ? ['--sys-interconnection'] : []),
    ...(choice.level === 'none' ? ['--msprof-tx'] : []),
    ...(choice.ranks.length > 0 ? [`--rank-list ${choice.ranks.join(',')}`] : []),
    '--analyse',
    // Beside the job, which goes on; of chosen ranks nothing is analysed otherwise.
    '--async-mode',
  ];
  return `#!/usr/bin/env bash
# ${words('comment.ask')}
set -euo pipefail
dyno --certs-dir NO_CERTS --hostname "\${1:-localhost}" nputrace \\
  ${flags.join(' \\\n  ')}
`;
}

function monitor(choice: RecipeChoice, { words }: RecipeWriter): string {
  return `#!/usr/bin/env bash
# ${words('comment.mspti')}
set -euo pipefail
host="\${1:-localhost}"
# ${words('comment.monitor')}
dyno --certs-dir NO_CERTS --hostname "$host" npu-monitor --npu-monitor-start \\
  --report-interval-s 30 \\
  --mspti-activity-kind Marker,Kernel,Communication \\
  --log-file ${bashWord(choice.output)} \\
  --export-type Jsonl
# ${words('comment.monitorStop')}
# dyno --certs-dir NO_CERTS --hostname "$host" npu-monitor --npu-monitor-stop
`;
}
