import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runCli } = await import('./commands/cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env, process.cwd())
