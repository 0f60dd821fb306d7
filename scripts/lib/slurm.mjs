/** A Slurm of one node in a folder, with a key, ports and logs of its own, for trying out what runs through Slurm. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue'];
const READY_MS = 60_000;
const ENDING_MS = 10_000;

/** @param {string} program */
function isThere(program) {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}

/** Installs what is missing, where this may be done. @returns {string | undefined} why it is not there */
export function installSlurm() {
  if (PROGRAMS.every(isThere)) return process.getuid?.() === 0 ? undefined : 'slurmctld and munged need root here';
  if (process.getuid?.() !== 0) return 'Slurm is not installed, and only root may install it (slurm-wlm and munge)';
  if (!isThere('apt-get')) return 'Slurm is not installed, and there is no apt-get';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'slurm-wlm', 'munge']]) {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' });
    if (status !== 0) return `apt-get ${args[0]} failed: ${stderr.trim().split('\n').at(-1)}`;
  }
  return PROGRAMS.every(isThere) ? undefined : 'slurm-wlm is installed, but has no slurmctld';
}

/** @returns {Promise<number>} a port that is free now */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * @param {string} folder new; nobody else may write to it
 * @param {{ readonly maxArraySize: number }} options
 */
export async function startSlurm(folder, { maxArraySize }) {
  for (const name of ['munge', 'state', 'spool']) mkdirSync(join(folder, name), { recursive: true, mode: 0o755 });
  const socket = join(folder, 'munge', 'socket');
  writeFileSync(join(folder, 'munge', 'key'), randomBytes(1024), { mode: 0o400 });
  const pids = ['munge/pid', 'slurmd.pid', 'slurmctld.pid'].map((name) => join(folder, name));
  const host = hostname().split('.')[0] ?? 'localhost';
  const config = join(folder, 'slurm.conf');
  writeFileSync(
    config,
    `ClusterName=trial
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${await freePort()}
SlurmdPort=${await freePort()}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${socket}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation=${join(folder, 'state')}
SlurmdSpoolDir=${join(folder, 'spool')}
SlurmctldPidFile=${pids[2]}
SlurmdPidFile=${pids[1]}
SlurmctldLogFile=${join(folder, 'slurmctld.log')}
SlurmdLogFile=${join(folder, 'slurmd.log')}
SlurmUser=root
SlurmdUser=root
ReturnToService=2
MaxArraySize=${maxArraySize}
MpiDefault=none
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN
PartitionName=trial Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
  );
  const env = { ...process.env, SLURM_CONF: config };
  const stop = async () => {
    for (const path of pids.toReversed()) await end(path);
  };
  try {
    const munge = (/** @type {string} */ name) => join(folder, 'munge', name);
    const own = ['key', 'pid', 'log', 'seed'].map((name) => `--${name}-file=${munge(name)}`);
    execFileSync('munged', ['--force', `--socket=${socket}`, ...own], { stdio: 'pipe' });
    execFileSync('slurmctld', [], { env, stdio: 'pipe' });
    execFileSync('slurmd', ['-N', host], { env, stdio: 'pipe' });
    const untilMs = Date.now() + READY_MS;
    for (;;) {
      const { stdout } = spawnSync('sinfo', ['--noheader', '--format=%T'], { env, encoding: 'utf8' });
      if (stdout?.trim() === 'idle') return { env, stop };
      if (Date.now() > untilMs) throw new Error(`Slurm is not ready after ${READY_MS / 1000} s: ${stdout}`);
      await setTimeout(200);
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends the process that the file names. @param {string} pidFile */
async function end(pidFile) {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const untilMs = Date.now() + ENDING_MS;
  try {
    process.kill(pid, 'SIGTERM');
    while (Date.now() < untilMs) {
      process.kill(pid, 0);
      await setTimeout(100);
    }
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  rmSync(pidFile, { force: true });
}
