/**
 * What a trace that is all of one thing costs, against a normal one of the same size, through the built program:
 *
 *     npm run build && node test/bench/extremes.mjs [--mb 100] [NAME…]
 *
 * Prints for each the processor's time per (unpacked) byte and that of `normal`, their ratio, and the most memory that the
 * process took up. Processor time, since it is the same whatever else the machine does.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extremeBytes, extremes } from './extremeInputs.mjs';

const MOST_RATIO = 3;

if (process.argv[2] === '--open') {
  const { openedWithin } = await import('./openExtreme.mjs');
  process.stdout.write(JSON.stringify(await openedWithin(process.argv[3])));
} else measureAll();

function measureAll() {
  const args = process.argv.slice(2);
  const mb = args[0] === '--mb' ? Number(args.splice(0, 2)[1]) : 100;
  const names = args.length > 0 ? args : Object.keys(extremes).filter((name) => name !== 'normal');
  const normal = measured('normal', mb);
  console.log(line('', ['MB', 'wall s', 'CPU s', 'ns/byte', 'ratio', 'peak MB', 'lanes', 'ask ms', 'says']));
  console.log(row('normal', normal, normal));
  for (const name of names) console.log(row(name, measured(name, mb), normal));
}

function measured(name, mb) {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-extreme-'));
  try {
    const path = join(folder, name === 'zeros' ? 'trace.json.gz' : 'trace.json');
    const fd = openSync(path, 'w');
    for (const bytes of extremeBytes(name, mb * 1e6)) writeSync(fd, bytes);
    closeSync(fd);
    const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--open', path], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    if (status !== 0) return { error: `${status} ${stderr.slice(-500)}` };
    const bytes = name === 'zeros' ? mb * 1e6 : statSync(path).size;
    return { bytes, ...JSON.parse(stdout) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(name, result, normal) {
  if (result.error) return line(name, ['', '', '', '', '', '', '', '', result.error]);
  const perByte = ({ cpuMs, bytes }) => (cpuMs * 1e6) / bytes;
  const ratio = perByte(result) / perByte(normal);
  return line(name, [
    (result.bytes / 1e6).toFixed(0),
    (result.wallMs / 1000).toFixed(1),
    (result.cpuMs / 1000).toFixed(1),
    perByte(result).toFixed(1),
    `${ratio.toFixed(2)}${ratio > MOST_RATIO ? ' !' : ''}`,
    result.peakMb.toFixed(0),
    String(result.lanes),
    result.askMs.toFixed(0),
    result.says.join(' '),
  ]);
}

function line(name, cells) {
  return [name.padEnd(18), ...cells.slice(0, -1).map((cell) => cell.padStart(8)), ` ${cells[cells.length - 1]}`].join(
    '',
  );
}
