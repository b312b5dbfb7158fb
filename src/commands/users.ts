import { createOnLeave } from '../contacts/bulk.ts'
import { transaction } from '../db/database.ts'
import { createLog } from '../lib/log/log.ts'
import { SetupError } from '../lib/problem.ts'
import { commandLine } from '../lib/program.ts'
import { systemClock } from '../lib/time/clock.ts'
import { createMailer } from '../mail/mailer.ts'
import { TEAM_ROLES } from '../scopes.ts'
import { createResetToken, createSetupToken, linkOf } from '../users/links.ts'
import { email as emailField, newEmail, role as roleField, workspaceZone } from '../users/schemas.ts'
import {
  findUserByEmail,
  removeSecondFactor,
  removeSessionsAndDevices,
  selectMembers,
  type UserRow,
  updateTimeZone,
} from '../users/store.ts'
import { invite, listInvitations, removeMember, type TeamDeps } from '../users/team.ts'
import {
  type Commands,
  explainRefusal,
  formatTable,
  formatTime,
  type Options,
  readOptions,
  requireText,
  UsageError,
} from './line/command.ts'
import { type Workplace, withDatabase } from './line/database.ts'

const email = { value: 'ADDRESS', meaning: 'e-mail address of the person' }

export const commands: Commands = {
  list: {
    summary: 'List the people who can sign in, and those who are invited.',
    async run(context) {
      return withDatabase(context, async (place) => {
        const members = await selectMembers(place.pool, place.workspaceId)
        const invitations = await listInvitations(teamOf(place), place.workspaceId)
        context.result({ members, invitations })
        if (members.length === 0) {
          context.print(`Nobody can sign in yet. Create a set-up link: ${commandLine('users setup-link')}`)
        }
        const rows = [
          ...members.map(({ email, name, role, two_factor, joined_at, id }) => {
            return [email, name, role, two_factor ? 'yes' : 'no', `joined ${formatTime(joined_at)}`, id]
          }),
          ...invitations.map(({ email, role, expires_at, id }) => {
            return [email, '-', role, '-', `invited until ${formatTime(expires_at)}`, id]
          }),
        ]
        if (rows.length > 0)
          context.print(formatTable(['E-MAIL', 'NAME', 'ROLE', 'SECOND FACTOR', 'STATE', 'ID'], rows))
      })
    },
  },
  invite: {
    summary: 'Invite somebody to the team. The link is shown once, alone on the last line.',
    usage: '--email ADDRESS --role ROLE',
    options: { email, role: { value: 'ROLE', meaning: TEAM_ROLES.join(', ') } },
    async run(context, options) {
      const { address, role } = readOptions((issues) => ({
        address: newEmail.read(issues, 'email', requireText(options, 'email')),
        role: roleField.read(issues, 'role', requireText(options, 'role')),
      }))
      return withDatabase(context, async (place) => {
        const { workspaceId } = place
        const invited = invite(teamOf(place), { workspaceId, userId: null, email: address, role })
        const { link, mail, expires_at } = await invited.catch(explainRefusal)
        if (mail.sent) context.print(`The e-mail to ${address} was sent.`)
        else if (place.config.mail.smtpUrl !== null) context.print(`No e-mail was sent. ${mail.problem}`)
        context.print(`Whoever opens this link joins as ${role}. It works once, until ${formatTime(expires_at)}:`)
        context.print(link)
        context.result({ email: address, role, expires_at, mail_sent: mail.sent, link })
      })
    },
  },
  reset: {
    summary: 'Create a link to set a new password. It is shown once, alone on the last line.',
    usage: '--email ADDRESS [--second-factor off]',
    options: {
      email,
      'second-factor': { value: 'off', meaning: 'also turn off the second factor, for somebody who has lost it' },
    },
    async run(context, options) {
      const address = addressOf(options)
      const factor = options['second-factor']
      if (factor !== undefined && factor !== 'off') throw new UsageError('--second-factor must be off.')
      return withDatabase(context, async ({ config, pool, ids }) => {
        const user = orMissing(await findUserByEmail(pool, address), address)
        if (factor === 'off') {
          await transaction(pool, async (tx) => {
            await removeSecondFactor(tx, user.id)
            await removeSessionsAndDevices(tx, user.id)
          })
          context.print('The second factor is off, and all sessions have ended.')
        }
        const token = await createResetToken(pool, ids, user.id, Date.now())
        const link = linkOf(config.baseUrl, 'reset', token)
        context.print('This link works once, for an hour. Using it ends all sessions of the person:')
        context.print(link)
        context.result({ email: address, second_factor_removed: factor === 'off', link })
      })
    },
  },
  remove: {
    summary: 'Remove somebody from the team. Their sessions end at once.',
    usage: '--email ADDRESS',
    options: { email },
    async run(context, options) {
      const address = addressOf(options)
      return withDatabase(context, async (place) => {
        const user = orMissing(await findUserByEmail(place.pool, address), address)
        await removeMember(teamOf(place), place.workspaceId, user.id).catch(explainRefusal)
        context.print(`${address} is removed.`)
        context.result({ email: address, removed: true })
      })
    },
  },
  'setup-link': {
    summary: 'Create a new set-up link for the first owner. It is shown once, alone on the last line.',
    usage: '[--time-zone ZONE]',
    options: { 'time-zone': { value: 'ZONE', meaning: 'set the time zone of the workspace, such as Europe/Lisbon' } },
    async run(context, options) {
      const zone = readOptions((issues) => workspaceZone.read(issues, 'time-zone', options['time-zone']))
      return withDatabase(context, async ({ config, pool, ids, workspaceId }) => {
        const token = await createSetupToken(pool, ids, Date.now())
        if (token === null) {
          throw new SetupError(
            `Somebody can sign in already. Invite more people: ${commandLine('users invite --email ADDRESS --role owner')}`,
          )
        }
        if (zone !== null) await updateTimeZone(pool, workspaceId, zone)
        const link = linkOf(config.baseUrl, 'setup', token)
        context.print(
          'Whoever opens this link becomes the first owner. It works once, for a day. Earlier links no longer work:',
        )
        context.print(link)
        context.result({ link })
      })
    },
  },
}

function teamOf({ pool, ids, config }: Workplace): TeamDeps {
  const mailer = createMailer({ ...config.mail, log: createLog('silent', { write: () => {} }) })
  const clock = systemClock()
  return { pool, ids, clock, baseUrl: config.baseUrl, mailer, onLeave: createOnLeave(clock) }
}

function addressOf(options: Options): string {
  return readOptions((issues) => emailField.read(issues, 'email', requireText(options, 'email')))
}

function orMissing(user: UserRow | null, address: string): UserRow {
  if (user !== null) return user
  throw new SetupError(`Nobody signs in with ${address}. See: ${commandLine('users list')}`)
}
