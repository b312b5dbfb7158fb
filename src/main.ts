import { enableCompileCache } from 'node:module'

// Before anything else is loaded: the second start takes its modules from the cache.
enableCompileCache()
const { runMain } = await import('./run-main.ts')
await runMain()
