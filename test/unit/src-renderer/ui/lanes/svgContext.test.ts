import { expect, test } from 'vitest';
import { SvgContext } from '../../../../../src-renderer/ui/lanes/svgContext';
import { TextFit } from '../../../../../src-renderer/ui/lanes/textFit';

const measuring = { font: '', measureText: (text: string) => ({ width: 6 * text.length }) };
const newContext = () => new SvgContext(measuring as unknown as CanvasRenderingContext2D, 'view');

test('names are text, whatever is in them', () => {
  const context = newContext();
  context.font = '600 11px \'Inter\', "A"';
  context.fillText('a<script>&"\u0000\u001b[31m\ud800 é 中', 1, 2.00049);
  expect(context.text()).toBe(
    '<text x="1" y="2" text-anchor="start" style="font:600 11px \'Inter\', &quot;A&quot;" fill="#000000">' +
      'a&lt;script&gt;&amp;&quot;\ufffd\ufffd[31m\ufffd é 中</text>',
  );
});

test('colours and their transparency are apart; what is empty is not there', () => {
  const context = newContext();
  context.fillStyle = 'rgba(255, 0, 128, 0.5)';
  context.globalAlpha = 0.5;
  context.fillRect(0, 1, 10, 2);
  context.fillRect(0, 1, 0, 2);
  context.strokeStyle = '#12345680';
  context.lineWidth = 1.5;
  context.strokeRect(0.5, 1, 4, 5);
  expect(context.text().split('\n')).toEqual([
    '<rect x="0" y="1" width="10" height="2" fill="#ff0080" fill-opacity="0.25"/>',
    '<rect x="0.5" y="1" width="4" height="5" fill="none" stroke="#123456" stroke-opacity="0.251" stroke-width="1.5"/>',
  ]);
});

test('a clip ends with its state, and what was set since is as before', () => {
  const context = newContext();
  context.fillStyle = '#111111';
  context.save();
  context.fillStyle = '#222222';
  context.beginPath();
  context.rect(0, 0, 5, 6);
  context.clip();
  context.fillRect(1, 1, 1, 1);
  context.restore();
  context.fillRect(2, 2, 1, 1);
  context.beginPath();
  context.rect(0, 0, 1, 1);
  context.clip();
  expect(context.text()).toBe(
    [
      '<clipPath id="view-0"><path d="M0 0h5v6h-5Z"/></clipPath>',
      '<g clip-path="url(#view-0)">',
      '<rect x="1" y="1" width="1" height="1" fill="#222222"/>',
      '</g>',
      '<rect x="2" y="2" width="1" height="1" fill="#111111"/>',
      '<clipPath id="view-1"><path d="M0 0h1v1h-1Z"/></clipPath>',
      '<g clip-path="url(#view-1)"></g>',
    ].join('\n'),
  );
});

test('a name is cut in its middle', () => {
  const fit = new TextFit((glyph) => (glyph === '…' ? 2 : 1));
  expect(fit.fitMiddle('all of it', 9)).toBe('all of it');
  expect(fit.fitMiddle('group_name_0_17', 9)).toBe('grou…_17');
  expect(fit.fitMiddle('group_name_0_17', 4)).toBe('');
  expect(fit.fitMiddle('集合通信', 3)).toBe('集…');
});
