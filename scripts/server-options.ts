import { createRequire } from 'node:module'

const { scripts } = createRequire(import.meta.url)('../package.json') as { scripts: { start: string } }

/** What `npm start` tells Node of its memory, for whatever else starts the server. Why: docs/reliability.md, "Memory". */
export const SERVER_OPTIONS: readonly string[] = scripts.start.match(/--max-\S+/g) ?? []
