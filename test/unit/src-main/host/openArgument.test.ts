import { expect, test } from 'vitest';
import { pathOfArgument } from '../../../../src-main/host/openArgument';

test.each([
  ['dump', '/home/ada/dump'],
  ['/data/a b', '/data/a b'],
  ['file:///data/100%25%20of%20it/%E8%AE%AD%E7%BB%83.json', '/data/100% of it/训练.json'],
  ["file:///data/it's%20%22x%22%23.json", '/data/it\'s "x"#.json'],
  // Neither is a URL of a file here; it is said that there is no such file.
  ['file://other-host/data', '/home/ada/file:/other-host/data'],
  ['file:///data/a%2Fb', '/home/ada/file:/data/a%2Fb'],
  ['100%25', '/home/ada/100%25'],
  ['C:\\dump', '/home/ada/C:\\dump'],
  ['ends with "', '/home/ada/ends with "'],
])('%s on Linux', (argument, path) => {
  expect(pathOfArgument(argument, '/home/ada', 'linux')).toBe(path);
});

test.each([
  ['dump', 'C:\\Users\\ada\\dump'],
  ['d:/dumps/rank0', 'd:\\dumps\\rank0'],
  ['\\dumps', 'C:\\dumps'],
  ['\\\\server\\share\\a b\\训练', '\\\\server\\share\\a b\\训练'],
  // A disk is a path only with its backslash.
  ['D:\\', 'D:\\'],
  // What the runtime makes of "D:\dumps\" on the command line.
  ['D:\\dumps"', 'D:\\dumps'],
  ['D:"', 'D:\\'],
  ['file:///D:/a%20b/x.json', 'D:\\a b\\x.json'],
  ['file://server/share/x.json', '\\\\server\\share\\x.json'],
  [`\\\\?\\D:\\${'long\\'.repeat(60)}x.json`, `\\\\?\\D:\\${'long\\'.repeat(60)}x.json`],
])('%s on Windows', (argument, path) => {
  expect(pathOfArgument(argument, 'C:\\Users\\ada', 'win32')).toBe(path);
});
