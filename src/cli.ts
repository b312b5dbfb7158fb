import { enableCompileCache } from 'node:module'
import { loadEnvFileOrExit } from './lib/env-file.ts'
import { cacheFolder, settingsFile } from './lib/program.ts'
import { ignoreUserSignals } from './process/signals.ts'

// A reader that closes early (| head) is not a failure: the command runs to its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
ignoreUserSignals()
enableCompileCache(cacheFolder(process.env))
loadEnvFileOrExit(settingsFile(process.env))
const { runCli } = await import('./commands/cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env, process.cwd())
