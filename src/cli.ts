import { enableCompileCache } from 'node:module'
import { loadEnvFileOrExit } from './lib/env-file.ts'
import { cacheFolder, settingsFile } from './lib/program.ts'
import { importQuickly } from './process/quick-imports.ts'
import { ignoreUserSignals } from './process/signals.ts'

// A reader that has seen enough (| head) is no failure: the command goes on to its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
ignoreUserSignals()
enableCompileCache(cacheFolder(process.env))
importQuickly()
loadEnvFileOrExit(settingsFile(process.env))
const { runCli } = await import('./commands/cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env, process.cwd())
