import { pathToFileURL } from 'node:url';
import { version } from '../../package.json';
import { keepCompiledCode } from '../engine/user/compiledCode';
import { type Installation, installationOf } from '../host/installation';
import { type Command, parseCommand } from './arguments';
import { exitCodeOf } from './exitCode';
import { helpText } from './help';
import { print, printError } from './printing';

/** Runs one command, and loads no code of another; resolves with the exit code. */
async function run(command: Command, installation: Installation): Promise<number> {
  switch (command.kind) {
    case 'help':
      for (const line of helpText(command.topic).split('\n')) print(line);
      return 0;
    case 'version':
      print(version);
      return 0;
    case 'open': {
      const { runOpen } = await import('./openCommand');
      return runOpen(command, installation, print);
    }
    case 'serve': {
      const { serveHost } = await import('./window/serveHost');
      await serveHost({ ...command, installation, print });
      return 0;
    }
    case 'info': {
      const { main: runInfo } = await import('./infoProgram');
      return runInfo(pathToFileURL(installation.programPath).href);
    }
    case 'analyze': {
      const { runAnalyze } = await import('./analyze/analyzeCommand');
      return runAnalyze(command, installation, print, printError);
    }
    case 'summarize': {
      const { runSummarize } = await import('./summaries/summarizeCommand');
      return runSummarize(command, installation, print, printError);
    }
    case 'summarize-task': {
      const { runTask } = await import('./summaries/summarizeCommand');
      return runTask(command, installation, print, printError);
    }
    case 'scale': {
      const { runScale } = await import('./scale/scaleCommand');
      return runScale(command, installation.programPath, print, printError);
    }
    case 'reduce': {
      const { runReduce } = await import('./summaries/reduceCommand');
      return runReduce(command, installation, print, printError);
    }
    case 'export': {
      const { runExport } = await import('./export/exportCommand');
      return runExport(command, installation, (text) => void process.stdout.write(text), printError);
    }
    case 'query': {
      const { runQuery } = await import('./query/queryCommand');
      return runQuery(command, installation, (text) => void process.stdout.write(text), printError);
    }
    case 'watch': {
      if (command.live === undefined) {
        const { watchOnce } = await import('./watch/watchOnce');
        return watchOnce(command, print, printError);
      }
      const { watchLive } = await import('./watch/watchLive');
      return watchLive(command, command.live, installation.programPath, print, printError);
    }
    case 'recipe': {
      const { runRecipe } = await import('./recipe/recipeCommand');
      return runRecipe(command, (text) => void process.stdout.write(text), print, printError);
    }
    case 'diagnose': {
      const { diagnoseNow } = await import('./watch/diagnoseNow');
      return diagnoseNow(command, installation.programPath, print, printError);
    }
    case 'mcp': {
      const { runMcp } = await import('./mcp/mcpCommand');
      await runMcp(installation, printError);
      return 0;
    }
    case 'demo': {
      const { runDemo } = await import('./demoCommand');
      await runDemo(command, installation, print);
      return 0;
    }
    case 'demo-live': {
      const { runLive } = await import('./liveCommand');
      await runLive(command.setup, command.folder, print);
      return 0;
    }
    case 'cache': {
      const { runCache } = await import('./cacheCommand');
      await runCache(command.action, print);
      return 0;
    }
  }
}

/** `entryUrl` is that of the built command. Resolves with the exit code. */
export function main(entryUrl: string): Promise<number> {
  return exitCodeOf(async () => {
    const command = parseCommand(process.argv.slice(2));
    // One of thousands leaves nothing of itself.
    if (command.kind !== 'summarize-task') keepCompiledCode();
    return run(command, installationOf(entryUrl));
  });
}
