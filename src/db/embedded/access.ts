import fs from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { type Account, accountName, EmbeddedServerError, orExplain, readText } from './account.ts'

// Who may connect to the embedded server: the account it runs as, and root, as whom commands may be run. The system
// itself says who is at the other end of the socket; no password is involved.

const HEADER = '# Written by Doorpost at every start: changes are lost.\n'

/** Also for clusters of earlier versions, which let in everybody who could reach the socket. */
export async function restrictAccess(directory: string, account: Account | undefined): Promise<void> {
  const name = account === undefined ? ownName() : await accountName(account.uid)
  writeOwned(join(directory, 'pg_ident.conf'), identFile([name, 'root']), account)
  writeOwned(join(directory, 'pg_hba.conf'), `${HEADER}local all doorpost peer map=doorpost\n`, account)
}

function identFile(names: Array<string | undefined>): string {
  const known = [...new Set(names)].filter((name) => name !== undefined)
  return HEADER + known.map((name) => `doorpost "${name.replaceAll('"', '""')}" doorpost\n`).join('')
}

/** The user we are. PostgreSQL's own programs refuse to run for a number that has no name, as containers may give. */
export function ownName(): string {
  try {
    return userInfo().username
  } catch (error) {
    throw new EmbeddedServerError(
      `PostgreSQL needs a user name, and the user id ${process.getuid?.()} has none on this machine: add it to /etc/passwd, run Doorpost as another user, or set DATABASE_URL to your own PostgreSQL server`,
      { cause: error },
    )
  }
}

/** Renamed into place: a server that starts at this moment never reads half a file. */
function writeOwned(path: string, text: string, account: Account | undefined): void {
  if (readText(path) === text) return
  orExplain(`cannot write ${path}`, () => {
    const draft = `${path}.${process.pid}`
    fs.rmSync(draft, { force: true })
    // Never through a link that the account may have put there: root writes here.
    const fd = fs.openSync(draft, 'wx', 0o600)
    try {
      fs.writeSync(fd, text)
      if (account !== undefined) fs.fchownSync(fd, account.uid, account.gid)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(draft, path)
  })
}
