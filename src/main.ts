import { enableCompileCache } from 'node:module'
import { loadEnvFile } from './lib/env-file.ts'

// Before anything else is loaded: the second start takes its modules from the cache.
enableCompileCache()
loadEnvFile()
const { runMain } = await import('./run-main.ts')
await runMain()
