/** The commands that save what the timeline shows: as a picture, or a part of it as a trace. */
import type { Command } from '../../base/commands';
import type { Shell } from '../../session/shell';
import { saveFile } from '../../ui/saveFile';
import type { PictureForm, ViewPicture } from './viewPicture';

interface Saved {
  /** Of the dump. */
  readonly title: () => string;
  /** What is on screen; undefined before there is anything. */
  readonly picture: () => ViewPicture | undefined;
  readonly shell: Pick<Shell, 'reportError' | 'say'>;
  /** Asks which part of the timeline is to be a trace. */
  readonly askTrace: () => void;
}

export function savingCommands({ title, picture, shell, askTrace }: Saved): readonly Command[] {
  /** The code for it is loaded when it is first wanted; what is on screen is taken only then. */
  const file = async (form: PictureForm): Promise<Blob> => {
    const { pictureFile } = await import('./viewPicture');
    const shown = picture();
    if (!shown) throw new Error('there is nothing on screen to save');
    return pictureFile(shown, form);
  };
  const save = (form: PictureForm): void => {
    file(form).then((blob) => saveFile(blob, `${title()} timeline.${form}`), shell.reportError);
  };
  const copy = (): void => {
    // The clipboard waits for the picture: asked for later, the browser would not know that the user wants it.
    navigator.clipboard
      .write([new ClipboardItem({ 'image/png': file('png') })])
      .then(
        () => shell.say({ code: 'picture-copied', message: 'The picture is on the clipboard.', params: {} }),
        shell.reportError,
      );
  };
  const command = (name: string, run: () => void): Command => ({
    id: `timeline.${name}`,
    titleKey: `timeline.command.${name}`,
    group: 'file',
    keys: [],
    keysHandledBy: 'part',
    run,
  });
  return [
    command('savePng', () => save('png')),
    command('saveSvg', () => save('svg')),
    command('copyPicture', copy),
    command('saveTrace', askTrace),
  ];
}
