import type { Doorpost } from '../../sdk/src/index.ts'
import { type Commands, UsageError } from './line/command.ts'
import { findAccounts, nameOf } from './remote/accounts.ts'
import { oneLine, REMOTE, withServer } from './remote/server.ts'
import { readWhen, sayWhen } from './remote/when.ts'

export const commands: Commands = {
  '': {
    summary: 'Write a post for one or more networks. Without --at it is a draft.',
    operand: 'TEXT',
    usage: '--on NETWORKS [--at TIME] [--media URL,URL] [--dry-run]',
    options: {
      on: { value: 'NETWORKS', meaning: 'such as x,bluesky; an account among several is mastodon:ana@example.social' },
      at: {
        value: 'TIME',
        meaning: 'when it goes out, on the clocks of the workspace: "tue 9:00", "24 nov 17:30", "in 2 hours", now',
      },
      media: { value: 'URLS', meaning: 'files of the post, separated by commas; see media upload' },
      'dry-run': { meaning: 'show what would be stored and what is wrong with it, and store nothing' },
      ...REMOTE,
    },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const { TEXT: text = '', on, at, media } = options
        if (text.trim() === '') throw new UsageError('TEXT is missing.')
        if (on === undefined) throw new UsageError('--on is required: the networks, such as x,bluesky.')
        const accounts = await findAccounts(doorpost, on)
        const { zone, now } = await findClock(doorpost)
        const when = at === undefined ? null : readWhen(at, now, zone)
        const group = {
          content: text,
          accounts: accounts.map(({ id }) => ({ connection_id: id })),
          ...(media === undefined ? {} : { media_urls: media.split(',').map((url) => url.trim()) }),
          ...(when === null ? {} : { status: 'scheduled' as const, scheduled_date: when.toISOString() }),
        }
        const isDry = options['dry-run'] !== undefined
        const done = await (isDry ? doorpost.posts.createGroupDryRun(group) : doorpost.posts.createGroup(group))
        const names = accounts.map(nameOf).join(', ')
        const time =
          when === null ? 'It is a draft' : at === 'now' ? 'It goes out now' : `It goes out on ${sayWhen(when, zone)}`
        context.print(isDry ? `Nothing was stored. ${time}, on ${names}.` : `${time}, on ${names}.`)
        for (const [index, { warnings, id }] of done.posts.entries()) {
          if (id !== null) context.print(`  ${nameOf(accounts[index]!)}  ${id}`)
          for (const { message } of warnings) context.print(`  ${nameOf(accounts[index]!)}: ${oneLine(message, 500)}`)
        }
        context.result(done)
      }),
  },
}

/** The calendar is in the zone of the workspace, and says which that is. Its clock decides when a post goes out. */
async function findClock(doorpost: Doorpost): Promise<{ zone: string; now: number }> {
  const day = new Date().toISOString().slice(0, 10)
  const { data, response } = await doorpost.posts.getCalendar({ from: day, to: day, by: 'day' }).withResponse()
  return { zone: data.time_zone, now: Date.parse(response.headers.get('date') ?? '') || Date.now() }
}
