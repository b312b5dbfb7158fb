import { enableCompileCache } from 'node:module'
import { loadEnvFile } from './lib/env-file.ts'

enableCompileCache()
loadEnvFile()
const { runCli } = await import('./commands/cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env, process.cwd())
