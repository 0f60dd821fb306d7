/**
 * What a trace that is all of one thing costs, against a normal one of the same size, through the built program:
 *
 *     npm run build && node test/bench/extremes.mjs [--mb 100] [NAME…]
 *
 * Prints for each the processor's time per (unpacked) byte and that of `normal`, their ratio, and the most memory that the
 * process took up. Processor time, since it is the same whatever else the machine does.
 */
import { extremes } from './extremeInputs.mjs';
import { measureExtreme, nsPerByte } from './measureExtreme.mjs';

const MOST_RATIO = 3;

const args = process.argv.slice(2);
const mb = args[0] === '--mb' ? Number(args.splice(0, 2)[1]) : 100;
const names = args.length > 0 ? args : Object.keys(extremes).filter((name) => name !== 'normal');
const normal = measureExtreme('normal', mb);
console.log(line('', ['MB', 'wall s', 'CPU s', 'ns/byte', 'ratio', 'peak MB', 'lanes', 'ask ms', 'says']));
console.log(row('normal', normal));
for (const name of names) console.log(row(name, measureExtreme(name, mb)));

function row(name, measured) {
  const ratio = nsPerByte(measured) / nsPerByte(normal);
  return line(name, [
    (measured.bytes / 1e6).toFixed(0),
    (measured.wallMs / 1000).toFixed(1),
    (measured.cpuMs / 1000).toFixed(1),
    nsPerByte(measured).toFixed(1),
    `${ratio.toFixed(2)}${ratio > MOST_RATIO ? ' !' : ''}`,
    measured.peakMb.toFixed(0),
    String(measured.lanes),
    measured.askMs.toFixed(0),
    measured.says.join(' '),
  ]);
}

function line(name, cells) {
  return [name.padEnd(18), ...cells.slice(0, -1).map((cell) => cell.padStart(8)), ` ${cells[cells.length - 1]}`].join(
    '',
  );
}
