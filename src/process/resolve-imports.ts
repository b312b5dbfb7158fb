import module from 'node:module'

const SOURCES = new URL('../', import.meta.url).href
const FORMAT = import.meta.url.endsWith('.ts') ? 'module-typescript' : 'module'
/** The package with the most files that a start loads. */
const KYSELY = '/node_modules/kysely/'

/**
 * Resolves our own imports, and those inside Kysely, without searching the disk: they contain the full file name. Saves
 * a fifth of the CPU time of a start.
 */
export function resolveFullImports(): void {
  // Missing in Node 22 before 22.15.
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      if (!/^\.\.?\/.*\.[jt]s$/.test(specifier)) return next(specifier, context)
      const isOwn = parentURL.startsWith(SOURCES)
      if (!isOwn && !parentURL.includes(KYSELY)) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, shortCircuit: true, ...(isOwn ? { format: FORMAT } : {}) }
    },
  })
}
