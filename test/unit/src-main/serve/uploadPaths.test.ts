import { expect, test } from 'vitest';
import { uploadPathParts } from '../../../../src-main/serve/uploadPaths';

test.each([
  ['a/b/trace_view.json', ['a', 'b', 'trace_view.json']],
  ['..dump/x', ['..dump', 'x']],
  ['步骤 1/算子.json', ['步骤 1', '算子.json']],
  ['a\\..\\..\\b', ['a_.._.._b']],
  ['a\u0000b/c\n', ['a_b', 'c_']],
])('%j is kept', (path, parts) => {
  expect(uploadPathParts(path, 'linux')).toEqual(parts);
});

test.each(['', '/', '/etc/passwd', '../x', 'a/../../x', 'a/..', './a', 'a//b', 'a/', `${'x'.repeat(300)}`])(
  '%j is refused',
  (path) => {
    expect(uploadPathParts(path, 'linux')).toBeUndefined();
    expect(uploadPathParts(path, 'win32')).toBeUndefined();
  },
);

test('names that Windows cannot store are changed there, and only there', () => {
  expect(uploadPathParts('C:/a<b>/nul.txt/end. ', 'win32')).toEqual(['C_', 'a_b_', '_nul.txt', 'end_']);
  expect(uploadPathParts('12:30/a', 'linux')).toEqual(['12:30', 'a']);
});

test.each(['CON', 'con.json', 'Nul .txt', 'COM1', 'lpt¹.csv', 'CONOUT$', 'aux.tar.gz'])(
  '%j is a device on Windows',
  (name) => {
    expect(uploadPathParts(`dump/${name}`, 'win32')).toEqual(['dump', `_${name}`]);
    expect(uploadPathParts(`dump/${name}`, 'linux')).toEqual(['dump', name]);
  },
);

test.each(['console.json', 'com.json', 'com10.csv', 'nullable', 'auxiliary', "it's 100% #1.json"])(
  '%j is none',
  (name) => {
    expect(uploadPathParts(`dump/${name}`, 'win32')).toEqual(['dump', name]);
  },
);
