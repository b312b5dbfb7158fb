// The URLs of uploaded files. The trigger in migrations/0014_media.sql has the same pattern.

const OWN = /\/files\/([A-Za-z0-9_-]{32}\.[a-z0-9]{3,4})(?:[?#]|$)/

/**
 * The file name in a URL that may be ours; null if it cannot be. The host does not matter: the name cannot be guessed,
 * and a post written at http://localhost stays valid when the installation moves to another domain.
 */
export function ownFileOf(url: string): string | null {
  return OWN.exec(url)?.[1] ?? null
}

export const FILES_PATH = '/files'

export function ownUrlOf(baseUrl: string, file: string): string {
  return `${baseUrl}${FILES_PATH}/${file}`
}
