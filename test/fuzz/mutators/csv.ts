import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';
import { ODD_NUMBERS, ODD_TEXTS } from './text';

/** Of tables: rows, cells, columns and quotes. */

function onLines(name: string, change: (lines: string[], random: Random) => readonly string[]): Mutator {
  return {
    name,
    change: (bytes, random) => {
      const lines = bytes.toString('latin1').split('\n');
      return Buffer.from(change(lines, random).join('\n'), 'latin1');
    },
  };
}

/** Changes the cells of one line; cells in quotes are torn apart, which is damage as well. */
function onCells(name: string, change: (cells: string[], random: Random) => readonly string[]): Mutator {
  return onLines(name, (lines, random) => {
    // The header every fifth time: most depends on it.
    const line = random.chance(0.2) ? 0 : random.integer(0, lines.length - 1);
    lines[line] = change(lines[line].split(','), random).join(',');
    return lines;
  });
}

/** Changes one cell. */
function onCell(name: string, change: (cell: string, random: Random) => string): Mutator {
  return onCells(name, (cells, random) => {
    const at = random.integer(0, cells.length - 1);
    cells[at] = change(cells[at], random);
    return cells;
  });
}

export const csvMutators: readonly Mutator[] = [
  onCell('cell is a number', (_cell, random) => random.pick(ODD_NUMBERS)),
  onCell('cell is a text', (_cell, random) => random.pick(ODD_TEXTS)),
  onCell('cell emptied', () => ''),
  onCell('quote put before', (cell) => `"${cell}`),
  onCell('quote put behind', (cell) => `${cell}"`),
  onCell('quoted over lines', (cell) => `"${cell}\n${cell}"`),
  onCell('quoted with others', (cell, random) => `"${cell},\r\n${random.pick(['', '"', '""'])}x"`),
  onCell('line end in it', (cell, random) => cell + random.pick(['\r', '\n', '\r\r\n', '\0', '\t'])),
  onCells('cell taken out', (cells, random) => cells.filter((_, i) => i !== random.integer(0, cells.length - 1))),
  onCells('cells put in', (cells, random) => [...cells, ...Array<string>(random.pick([1, 2, 30, 3000])).fill('1')]),
  onCells('cells in another order', (cells, random) => random.shuffled(cells)),
  onCells('other separator', (cells, random) => [cells.join(random.pick([';', '\t', '|', ', ']))]),
  onLines('line repeated', (lines, random) => {
    const at = random.integer(0, lines.length - 1);
    return [...lines.slice(0, at), ...Array<string>(random.pick([1, 2, 100])).fill(lines[at]), ...lines.slice(at)];
  }),
  onLines('line taken out', (lines, random) => {
    const at = random.chance(0.2) ? 0 : random.integer(0, lines.length - 1);
    return lines.filter((_, i) => i !== at);
  }),
  onLines('empty lines', (lines, random) => {
    const at = random.integer(0, lines.length);
    return [
      ...lines.slice(0, at),
      ...Array<string>(random.pick([1, 5])).fill(random.pick(['', '\r', ' ', ','])),
      ...lines.slice(at),
    ];
  }),
  onLines('header alone', (lines) => lines.slice(0, 1)),
  onLines('header renamed', ([header, ...lines], random) => {
    const cells = header.split(',');
    cells[random.integer(0, cells.length - 1)] = random.pick([...ODD_TEXTS, cells[0]]);
    return [cells.join(','), ...lines];
  }),
  onLines('column of the same', ([header, ...lines], random) => {
    const column = random.integer(0, header.split(',').length - 1);
    const value = random.pick([...ODD_NUMBERS, ...ODD_TEXTS]);
    const put = (line: string) => line.split(',').map((cell, i) => (i === column ? value : cell));
    return [header, ...lines.map((line) => put(line).join(','))];
  }),
  onLines('rows in another order', ([header, ...lines], random) => [header, ...random.shuffled(lines)]),
];
