import { type Commands, requireText } from './line/command.ts'
import { idCommand, nounCommands, pickBody } from './remote/nouns.ts'
import { REMOTE, withServer } from './remote/server.ts'

export const commands: Commands = {
  ...nounCommands('a short link', (doorpost) => doorpost.links, {
    summary: 'List the short links.',
    filters: { q: { value: 'TEXT', meaning: 'with this in the name, code or target' } },
    empty: 'There are no short links.',
    columns: {
      ID: ({ id }) => id,
      URL: ({ url }) => url,
      CLICKS: ({ clicks }) => clicks,
      LEADS: ({ leads }) => leads,
      TARGET: ({ target }) => target,
    },
  }),
  create: {
    summary: 'Create a short link. It is shown alone on the last line.',
    operand: 'TARGET',
    usage: '[--name NAME]',
    options: { name: { value: 'NAME', meaning: 'what it is for' }, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const name = options.name === undefined ? {} : { name: requireText(options, 'name') }
        const link = await doorpost.links.create({ target: options.TARGET!, ...name })
        context.print(`Leads to ${link.target}:`)
        context.print(link.url)
        context.result(link)
      }),
  },
  update: idCommand(
    'Change where a short link leads, or its name.',
    async (doorpost, id, context, options) => {
      const link = await doorpost.links.update(id, pickBody(options, ['target', 'name']))
      context.print(`${link.url} leads to ${link.target}.`)
      return link
    },
    {
      usage: '[--target URL] [--name NAME]',
      options: {
        target: { value: 'URL', meaning: 'where it leads from now on' },
        name: { value: 'NAME', meaning: 'what it is for' },
      },
    },
  ),
}
