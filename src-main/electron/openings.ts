import { app } from 'electron';
import { parseElectronArguments, secondStartOf } from './commandLine';

/** What somebody wants to see: a file that was double-clicked, a link, another start of the program. */
export interface Opening {
  readonly paths: readonly string[];
  readonly links: readonly string[];
  readonly isDemo: boolean;
}

/** The openings that the system asks for, from the first moment on; they wait until somebody carries them out. */
export class Openings {
  readonly #early: Opening[] = [];
  #carryOut: ((opening: Opening) => void) | undefined;

  constructor() {
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.#add({ paths: [path], links: [], isDemo: false });
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#add({ paths: [], links: [url], isDemo: false });
    });
    app.on('second-instance', (_event, _argv, _folder, data) => {
      const second = secondStartOf(data);
      if (second !== undefined) this.#add(parseElectronArguments(second.arguments, second.folder));
    });
  }

  /** Those that came so far. */
  takeEarly(): readonly Opening[] {
    return this.#early.splice(0);
  }

  /** Those that have come since, and all that come from now on, are carried out. */
  begin(carryOut: (opening: Opening) => void): void {
    this.#carryOut = carryOut;
    for (const opening of this.takeEarly()) carryOut(opening);
  }

  #add(opening: Opening): void {
    if (this.#carryOut === undefined) this.#early.push(opening);
    else this.#carryOut(opening);
  }
}
