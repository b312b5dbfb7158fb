import { stripTypeScriptTypes } from 'node:module'

/** A relative path of one of our own files, where it is imported or started as a process or worker. */
const OWN_FILE = /((?:\bfrom|\bimport)\s*\(?\s*|\bnew URL\(\s*)'(\.{1,2}\/[^'\n]*)\.ts'/g

/**
 * Plain JavaScript with the same lines and columns: types become spaces, and `.ts` becomes `.js`. The lines of a stack trace
 * are those of the repository, without source maps.
 */
export function compile(source: string): string {
  const types = source.split('\n')
  const lines = stripTypeScriptTypes(source).replace(OWN_FILE, "$1'$2.js'").split('\n')
  // Only spaces that were types: others may be part of a text.
  return lines.map((line, at) => (/\s$/.test(types[at]!) ? line : line.trimEnd())).join('\n')
}
