import { type Commands, requireText } from './line/command.ts'
import { listCommand, nounCommands } from './remote/nouns.ts'
import { REMOTE, withServer } from './remote/server.ts'

export const commands: Commands = {
  ...nounCommands('a form', (doorpost) => doorpost.forms, {
    summary: 'List the forms.',
    empty: 'There are no forms.',
    columns: {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      FIELDS: ({ fields }) => fields.map(({ name }) => name).join(', '),
      PAGE: ({ url }) => url,
    },
  }),
  create: {
    summary: 'Create a form with the usual fields. The address of its page is shown alone on the last line.',
    usage: '--name NAME',
    options: { name: { value: 'NAME', meaning: 'what it is for' }, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const form = await doorpost.forms.create({ name: requireText(options, 'name') })
        context.print(`Forms of websites send to ${form.submit_url}. The page of the form:`)
        context.print(form.url)
        context.result(form)
      }),
  },
  submissions: listCommand({
    summary: 'List what was sent with a form.',
    isOfRecord: true,
    filters: { state: { value: 'STATE', meaning: 'accepted, held or waiting' } },
    list: (doorpost, query, id) => doorpost.forms.listSubmissions(id, query),
    empty: 'Nothing was sent with this form.',
    columns: {
      ID: ({ id }) => id,
      STATE: ({ state }) => state,
      SENT: ({ created_at }) => created_at,
      CONTACT: ({ contact_id }) => contact_id,
    },
  }),
}
