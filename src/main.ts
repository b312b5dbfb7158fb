import { enableCompileCache } from 'node:module'
import { loadEnvFileOrExit } from './lib/env-file.ts'
import { cacheFolder, settingsFile } from './lib/program.ts'
import { importQuickly } from './process/quick-imports.ts'
import { listenForSignals } from './process/signals.ts'
import { keepTickShape } from './process/tick-shape.ts'

// Before anything else is loaded: a signal may come at any moment, and the second start takes its modules from the cache.
const signals = listenForSignals()
keepTickShape()
enableCompileCache(cacheFolder(process.env))
importQuickly()
loadEnvFileOrExit(settingsFile(process.env))
const { runMain } = await import('./process/run-main.ts')
await runMain(signals)
