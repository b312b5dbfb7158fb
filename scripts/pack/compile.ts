import { stripTypeScriptTypes } from 'node:module'

/** A relative path to one of our own files that is imported, or started as a process or worker. */
const OWN_FILE = /((?:\bfrom|\bimport)\s*\(?\s*|\bnew URL\(\s*)'(\.{1,2}\/[^'\n]*)\.ts'/g

/**
 * Compiles to JavaScript with the same lines and columns: types become spaces, and `.ts` becomes `.js`. Stack traces
 * show the lines of the repository without source maps.
 */
export function compile(source: string): string {
  const types = source.split('\n')
  const lines = stripTypeScriptTypes(source).replace(OWN_FILE, "$1'$2.js'").split('\n')
  // Removes only spaces that replaced types: others may be part of a string.
  return lines.map((line, at) => (/\s$/.test(types[at]!) ? line : line.trimEnd())).join('\n')
}
