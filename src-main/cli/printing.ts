import { terminalLine } from '../../src-contract/cells/terminalLine';

export const print = (line: string): void => console.log(terminalLine(line));
export const printError = (line: string): void => console.error(terminalLine(line));
