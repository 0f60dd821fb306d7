// In the place of modules that packages use if they happen to be installed: see optionalModules.mjs.
throw new Error('Tracelane has no native parts');
