import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Prints what the script at `url` says of itself in the comment at its top, and ends the process, where `--help` or `-h` is among the
 * arguments. Called before a script does anything.
 *
 * @param {string} url of the script: `import.meta.url`
 * @param {readonly string[]} [args]
 */
export function helpIfAsked(url, args = process.argv.slice(2)) {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return;
  console.log(headText(readFileSync(fileURLToPath(url), 'utf8')));
  process.exit(0);
}

/**
 * The first comment of a script, without its stars; empty where there is none.
 *
 * @param {string} code
 */
export function headText(code) {
  const comment = /^\s*\/\*\*(?<text>[\s\S]*?)\*\//.exec(code)?.groups?.text ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^ *\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}
