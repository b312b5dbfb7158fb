import type { Parts } from '../db/parts.ts'
import { createUsers, type UsersOptions } from './users.ts'

interface UsersCore extends Parts, Pick<UsersOptions, 'passwordHash'> {
  config: { baseUrl: string }
}

export function openUsers(core: UsersCore, needs: Pick<UsersOptions, 'mailer' | 'onLeave'>) {
  const users = createUsers({ ...core, ...needs, baseUrl: core.config.baseUrl, sandbox: core.sandboxUrl !== null })
  core.onClose(users.close)
  return { users }
}
