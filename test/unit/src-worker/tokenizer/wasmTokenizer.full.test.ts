import { describe, test } from 'vitest';
import { expectSameAtEveryCut, expectSameOnDamagedEvents, expectSameOnOddEvents } from './cutEvents';

describe('the WebAssembly tokenizer answers as the plain one does', () => {
  test('on many odd events, cut at random', () => expectSameOnOddEvents(8000));

  test('on many damaged events, cut at random', () => expectSameOnDamagedEvents(8000));

  test('on many lists, cut at every byte', () => expectSameAtEveryCut(40));
});
