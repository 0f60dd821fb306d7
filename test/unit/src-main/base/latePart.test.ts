import { expect, test } from 'vitest';
import { LatePart } from '../../../../src-main/base/latePart';

test('it is made once, when it is first asked for', async () => {
  let made = 0;
  const part = new LatePart(async () => ({ number: ++made }));
  expect(made).toBe(0);
  const [first, second] = await Promise.all([part.get(), part.get()]);
  expect([made, first.number]).toEqual([1, 1]);
  expect(second).toBe(first);
});

test('what is to be done if it was asked for is done after who asked, and otherwise not at all', async () => {
  const order: string[] = [];
  let ready = () => {};
  const part = new LatePart(
    () =>
      new Promise<string>((resolve) => {
        ready = () => resolve('part');
      }),
  );
  await part.ifAsked(() => void order.push('nobody has asked'));
  const asked = part.get().then((own) => order.push(`asked ${own}`));
  const done = part.ifAsked((own) => void order.push(`after ${own}`));
  ready();
  await Promise.all([asked, done]);
  expect(order).toEqual(['asked part', 'after part']);
});

test('who asked is told that it could not be made; who does something only then is not', async () => {
  const part = new LatePart<string>(() => Promise.reject(new Error('gone')));
  const asked = part.get();
  const done = part.ifAsked(() => {
    throw new Error('There is none');
  });
  await expect(asked).rejects.toThrow('gone');
  await done;
});
