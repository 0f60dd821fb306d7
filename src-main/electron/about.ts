import { app } from 'electron';
import { version } from '../../package.json';

/** What "About" says: which version of what. */
export function describeProgram(): void {
  const { electron, chrome, node } = process.versions;
  const parts = `Electron ${electron}, Chromium ${chrome}, Node ${node}`;
  app.setAboutPanelOptions({
    applicationName: 'Tracelane',
    // Linux shows no credits.
    applicationVersion: process.platform === 'linux' ? `${version}\n${parts}` : version,
    credits: parts,
    copyright: '© The Tracelane authors, Apache-2.0',
  });
}
