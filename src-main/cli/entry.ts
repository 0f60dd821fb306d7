#!/usr/bin/env node
/** The command. Nothing else is loaded before Node's version is known: in older ones it would fail while it is. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  const [command, ...rest] = process.argv.slice(2);
  const isInfo = command === 'info' && !rest.includes('--help') && !rest.includes('-h');
  const { main } = isInfo ? await import('./infoProgram') : await import('./main');
  process.exitCode = await main(import.meta.url);
} else {
  console.error(`Tracelane needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
}

export {};
