import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const DEBIAN = 'apt-get install etcd-server patroni postgresql haproxy redis-server'

export interface Installed {
  /** The folder with postgres, pg_rewind and pg_basebackup of the newest version. */
  postgres: string
}

/** Finds all programs that the cluster needs. Throws an error that names the missing ones. */
export function findInstalled(): Installed {
  const missing = ['etcd', 'patroni', 'haproxy', 'redis-server'].filter((name) => !hasProgram(name))
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a))
  const postgres = folders.find((folder) => existsSync(`${folder}/pg_rewind`) && existsSync(`${folder}/postgres`))
  if (postgres === undefined) missing.push('PostgreSQL')
  if (missing.length > 0 || postgres === undefined) {
    throw new Error(`This proof needs ${missing.join(', ')}. On Debian: ${DEBIAN}`)
  }
  return { postgres }
}

function hasProgram(name: string): boolean {
  return spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status === 0
}

function versionOf(folder: string): number {
  return Number(/postgresql\/(\d+)/.exec(folder)?.[1])
}
