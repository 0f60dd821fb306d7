#!/usr/bin/env node
/** The command. Nothing else is loaded before Node's version is known: in older ones it would fail while it is. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  const { main } = await import('./main');
  process.exitCode = await main(import.meta.url);
} else {
  console.error(`Tracelane needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
}

export {};
