import { describe, expect, it } from 'vitest';
import { setupSteps } from '../../../../../src-renderer/tabs/sql/setupSteps';

describe('what is done to have queries', () => {
  it('installs beside the settings and names that folder', () => {
    expect(setupSteps({ code: 'not-named', params: {} }, '/home/a/.config/tracelane/query.json')).toEqual([
      { id: 'install', text: 'npm install --prefix /home/a/.config/tracelane/duckdb @duckdb/node-api' },
      {
        id: 'write',
        text: '{"duckdb":"/home/a/.config/tracelane/duckdb"}',
        path: '/home/a/.config/tracelane/query.json',
      },
    ]);
  });

  it('installs into the folder that is named, and writes nothing', () => {
    expect(setupSteps({ code: 'not-there', params: { folder: '/opt/my db’s' } }, '/c/query.json')).toEqual([
      { id: 'install', text: "npm install --prefix '/opt/my db’s' @duckdb/node-api" },
    ]);
  });

  it('is a line for the shell of the system', () => {
    const texts = (folder: string, file: string) =>
      setupSteps({ code: 'not-there', params: { folder } }, file).map(({ text }) => text);
    expect(texts("/opt/it's", '/c/q.json')).toEqual(["npm install --prefix '/opt/it'\\''s' @duckdb/node-api"]);
    expect(
      setupSteps({ code: 'damaged-settings', params: {} }, 'C:\\Users\\A B\\q.json').map((own) => own.text),
    ).toEqual([
      'npm install --prefix "C:\\Users\\A B\\duckdb" @duckdb/node-api',
      '{"duckdb":"C:\\\\Users\\\\A B\\\\duckdb"}',
    ]);
  });

  it('has no line against what no line helps', () => {
    expect(setupSteps({ code: 'packaged', params: {} }, '/c/query.json')).toEqual([]);
  });
});
