import { describe, expect, it } from 'vitest';
import type { ArgEntry, ArgValue } from '../../../../../src-contract';
import { argJson, argText, argViews } from '../../../../../src-renderer/timeline/panels/slice/argViews';
import { sliceAsJson, sliceAsText } from '../../../../../src-renderer/timeline/panels/slice/sliceText';
import { sliceDetails, sliceRef } from '../../../../fixtures/dumpState';

const text = (value: string): ArgValue => ({ kind: 'text', text: value });
const number = (digits: string): ArgValue => ({ kind: 'number', digits });
const list = (...items: ArgValue[]): ArgValue => ({ kind: 'list', items });
const arg = (key: string, value: ArgValue): ArgEntry => ({ key, value });

describe('argViews', () => {
  it('puts shapes and types of Ascend side by side, where the first of them stood', () => {
    const views = argViews([
      arg('Sequence number', number('1350')),
      arg('Input Dims', text('32,3,224,224;\r\n64,3,11,11;\r\n64;\r\n')),
      arg('Fwd thread id', number('0')),
      arg('Input type', text('float;\r\nfloat;\r\nfloat;\r\nScalarList')),
    ]);
    expect(views.map((view) => view.key)).toEqual(['Sequence number', 'input', 'Fwd thread id']);
    expect(views[1]).toEqual({
      kind: 'shapes',
      key: 'input',
      tensors: [
        { shape: '32,3,224,224', type: 'float', format: '' },
        { shape: '64,3,11,11', type: 'float', format: '' },
        { shape: '64', type: 'float', format: '' },
        { shape: '', type: 'ScalarList', format: '' },
      ],
    });
  });

  it('reads the lists of Kineto and the quoted ones of kernel details', () => {
    const kineto = argViews([
      arg('Input type', list(text('float'), text('Scalar'))),
      arg('Input Dims', list(list(number('10000000'), number('1024')), list())),
    ]);
    expect(kineto).toEqual([
      {
        kind: 'shapes',
        key: 'input',
        tensors: [
          { shape: '10000000, 1024', type: 'float', format: '' },
          { shape: '', type: 'Scalar', format: '' },
        ],
      },
    ]);
    const kernel = argViews([
      arg('Input Shapes', text('"32,3,224,224;64,3"')),
      arg('Input Data Types', text('FLOAT;INT64')),
      arg('Input Formats', text('NCHW;ND')),
      arg('Output Shapes', text('"32,64"')),
    ]);
    expect(kernel).toEqual([
      {
        kind: 'shapes',
        key: 'input',
        tensors: [
          { shape: '32,3,224,224', type: 'FLOAT', format: 'NCHW' },
          { shape: '64,3', type: 'INT64', format: 'ND' },
        ],
      },
      { kind: 'shapes', key: 'output', tensors: [{ shape: '32,64', type: '', format: '' }] },
    ]);
  });

  it('types without shapes stay as they are', () => {
    expect(argViews([arg('Input type', text('float;\r\nScalar'))])[0]!.kind).toBe('plain');
  });

  it('splits call stacks', () => {
    const stack = 'torch/_utils.py(180): _rebuild;\r\n<lambda> [a; b](3): f;\r\nmain.py(1): main;\r\n';
    expect(argViews([arg('Call stack', text(stack))])).toEqual([
      {
        kind: 'stack',
        key: 'Call stack',
        frames: ['torch/_utils.py(180): _rebuild', '<lambda> [a; b](3): f', 'main.py(1): main'],
      },
    ]);
  });

  it('leaves the rest alone', () => {
    const plain = [
      arg('note', text('a;b')),
      arg('grid', list(number('32'))),
      arg('ok', { kind: 'literal', text: 'true' }),
    ];
    expect(argViews(plain).map((view) => view.kind)).toEqual(['plain', 'plain', 'plain']);
  });
});

describe('text of args', () => {
  const nested: ArgValue = {
    kind: 'object',
    entries: [
      arg('id', number('1736408883700059821')),
      arg('a "b"', list(text('x\n'), { kind: 'literal', text: 'null' })),
    ],
  };

  it('keeps every digit', () => {
    expect(argJson(nested)).toBe('{"id": 1736408883700059821, "a \\"b\\"": ["x\\n", null]}');
    expect(argText(number('0.10'))).toBe('0.10');
    expect(argText(text('a\nb'))).toBe('a\nb');
    expect(argJson(text('a\nb'))).toBe('"a\\nb"');
  });

  it('a slice as JSON is JSON, with its digits', () => {
    const slice = sliceDetails(sliceRef(0, 7), { name: 'a "quoted" <b>', args: [arg('nested', nested)] });
    const json = sliceAsJson(slice);
    expect(JSON.parse(json)).toMatchObject({ name: 'a "quoted" <b>', startNs: 1000, byteOffset: 700 });
    expect(json).toContain('"epochStartNs": 1736412474000001000');
    expect(json).toContain('1736408883700059821');
    expect(JSON.parse(sliceAsJson(sliceDetails(sliceRef(0, 1)))).args).toEqual({});
  });

  it('a slice as text has one field a line', () => {
    const slice = sliceDetails(sliceRef(0, 7), { args: [arg('connection_id', number('1644'))] });
    expect(sliceAsText(slice).split('\n')).toEqual([
      'slice 7',
      "Start: 1000 ns since the dump's start (1736412474000001000 ns, 2025-01-09 08:47:54.000001000 UTC)",
      'End: 1500 ns',
      'Duration: 500 ns',
      'Self time: 200 ns',
      'Category: cpu_op',
      'Lane: Thread 11',
      'Process: Python',
      'Rank: Rank 0',
      'File: /dump/rank0/trace_view.json, byte 700',
      'connection_id: 1644',
    ]);
  });
});
