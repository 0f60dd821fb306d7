import { test } from 'vitest';
import { expectDiskFullAt, expectKilledAt } from './cacheFaults';

test.each([1, 5])('a disk that is full at write %i costs the index on disk, nothing else', expectDiskFullAt);

test.each([1, 5])('a process killed at write %i leaves nothing that is taken for an index', expectKilledAt);
