// The addresses of uploaded files. The trigger in migrations/0014_media.sql has the same pattern.

const OWN = /\/files\/([A-Za-z0-9_-]{32}\.[a-z0-9]{3,4})(?:[?#]|$)/

/**
 * The name of the file that the URL may be ours for; null when it cannot be. The host does not count: the name cannot be
 * guessed, and a post that was written at http://localhost stays right when the installation moves to another address.
 */
export function ownFileOf(url: string): string | null {
  return OWN.exec(url)?.[1] ?? null
}

export const FILES_PATH = '/files'

export function ownUrlOf(baseUrl: string, file: string): string {
  return `${baseUrl}${FILES_PATH}/${file}`
}
