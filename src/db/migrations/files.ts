import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  version: number
  name: string
  sql: string
  sha256: string
  /** False for a file that begins with "-- no transaction": its statements then run one by one. */
  inTransaction: boolean
  statements: string[]
  /** From "-- compatible with: 11": programs that know the schema up to this version may keep working. */
  compatibleWith: number | null
}

const MIGRATIONS_FOLDER = new URL('../../../migrations/', import.meta.url)

export async function readMigrations(folder: URL = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort()
  return Promise.all(files.map(async (file) => toMigration(file, await readFile(new URL(file, folder), 'utf8'))))
}

function toMigration(file: string, sql: string): Migration {
  const head = /^(?:--[^\n]*\n|\n)*/.exec(sql)![0]
  const compatible = /^-- compatible with: (\d+)$/m.exec(head)?.[1]
  return {
    version: Number(file.slice(0, 4)),
    name: file.slice(5, -4),
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
    inTransaction: !/^-- no transaction$/m.test(head),
    statements: splitStatements(sql),
    compatibleWith: compatible === undefined ? null : Number(compatible),
  }
}

/** Splits at semicolons that end a line, outside function bodies. */
function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const match of sql.matchAll(/(\$\w*\$)[\s\S]*?\1|;[ \t]*$/gm)) {
    if (match[1] !== undefined) continue
    statements.push(sql.slice(from, match.index))
    from = match.index + match[0].length
  }
  statements.push(sql.slice(from))
  return statements.map((each) => each.trim()).filter((each) => each.replace(/^--.*$/gm, '').trim() !== '')
}
