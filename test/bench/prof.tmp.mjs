import { dirname } from 'node:path';
import { writeFileSync } from 'node:fs';
import { chooseDump, measureBareWindow } from './window.mjs';
const [path] = process.argv.slice(2);
await measureBareWindow(['--root', dirname(path)], async (page) => {
  await chooseDump(page, path);
  await page.waitForTimeout(4000);
  await page.send('Profiler.enable'); await page.send('Profiler.setSamplingInterval',{interval:500});
  await page.evaluate(() => { window.__m=[]; window.__done = new Promise((resolve) => { document.addEventListener('keydown', () => { const t0=performance.now(); let known=0; const look=()=>{ const s=window.__tracelane?.session.store.getState(); const n=(s?.dump.ranks??[]).reduce((a,r)=>a+r.groups.length,0); const now=performance.now()-t0; if(n&&!known){known=now;} window.__m.push(now); if((window.__tracelane?.probe().quadCount??0)>0) resolve({known,first:now,frames:window.__m}); else requestAnimationFrame(look)}; requestAnimationFrame(look);},{capture:true,once:true}); }); });
  await page.send('Profiler.start');
  await page.keyboard.press('Enter');
  const r = await page.evaluate(() => window.__done);
  const { profile } = await page.send('Profiler.stop');
  writeFileSync('/tmp/win.cpuprofile', JSON.stringify(profile));
  return { known: r.known, first: r.first, frames: r.frames.map(Math.round).join(' ') };
});
