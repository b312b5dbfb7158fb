import { enableCompileCache } from 'node:module'
import { loadEnvFileOrExit } from './lib/env-file.ts'
import { cacheFolder, settingsFile } from './lib/program.ts'
import { resolveFullImports } from './process/resolve-imports.ts'
import { listenForSignals } from './process/signals.ts'
import { keepTickShape } from './process/tick-shape.ts'

// Comes before all other imports: a signal may arrive at any moment, and the second start takes its modules from the
// cache.
const signals = listenForSignals()
keepTickShape()
enableCompileCache(cacheFolder(process.env))
resolveFullImports()
loadEnvFileOrExit(settingsFile(process.env))
const { runMain } = await import('./process/run-main.ts')
await runMain(process.env, signals)
