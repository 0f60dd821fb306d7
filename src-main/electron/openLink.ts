import { dialog } from 'electron';
import type { DialogStrings } from './dialogStrings';
import { parseLink } from './links';
import type { Windows } from './windows';

/** Opens what a `tracelane://` link asks for, once the user agrees: anybody may have written it. */
export async function openLink(text: string, windows: Windows, strings: DialogStrings): Promise<void> {
  windows.bringForward();
  const link = parseLink(text, process.platform);
  const { openLink: message, open, cancel, linkRefused, linkProblems } = strings;
  if (link.kind === 'refused') {
    await dialog.showMessageBox({ type: 'warning', message: linkRefused, detail: linkProblems[link.code] });
    return;
  }
  const box = { type: 'question', message, detail: link.paths.join('\n'), defaultId: 1, cancelId: 1 } as const;
  const { response } = await dialog.showMessageBox({ ...box, buttons: [open, cancel] });
  if (response === 0) windows.open(link.paths, link.view);
}
