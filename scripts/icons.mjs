/**
 * `npm run icons`: draws the program's icon, `resources/icon.svg`, in every size and format that packages carry. What it
 * writes is kept in the repository, so that packages are made without it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { encodeIcns, encodeIco } from './lib/icon/containers.mjs';
import { draw, readDrawing } from './lib/icon/drawing.mjs';
import { encodePng } from './lib/icon/png.mjs';
import { icoSizesPx, linuxSizesPx, macMarginShare } from './lib/icon/sizes.mjs';
import { projectDir } from './lib/project.mjs';

helpIfAsked(import.meta.url);

const dir = join(projectDir, 'resources');
const svg = await readFile(join(dir, 'icon.svg'), 'utf8');
const drawing = readDrawing(svg);

await mkdir(join(dir, 'icons'), { recursive: true });
for (const sizePx of linuxSizesPx) {
  await writeFile(join(dir, 'icons', `${sizePx}x${sizePx}.png`), encodePng(draw(drawing, sizePx)));
}
await writeFile(join(dir, 'icon.ico'), encodeIco(icoSizesPx.map((sizePx) => draw(drawing, sizePx))));
await writeFile(
  join(dir, 'icon.icns'),
  encodeIcns((sizePx) => draw(drawing, sizePx, macMarginShare)),
);
// The window's own, which vite takes from its folder.
await writeFile(join(projectDir, 'src-renderer', 'public', 'icon.svg'), svg);
