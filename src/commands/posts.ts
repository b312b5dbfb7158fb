import { type Commands, formatTime } from './line/command.ts'
import { idCommand, nounCommands } from './remote/nouns.ts'
import { oneLine } from './remote/server.ts'

export const commands: Commands = {
  ...nounCommands('a post', (doorpost) => doorpost.posts, {
    summary: 'List the posts, newest first.',
    filters: {
      q: { value: 'TEXT', meaning: 'with this in the text' },
      state: { value: 'STATE', meaning: 'in this state, such as waiting, published or failed' },
      status: { value: 'STATUS', meaning: 'draft or scheduled' },
      platform: { value: 'FORMAT', meaning: 'thread, photo, professional or short' },
    },
    empty: 'There are no such posts.',
    columns: {
      ID: ({ id }) => id,
      FORMAT: ({ platform }) => platform,
      STATE: ({ publication }) => publication.state,
      DATE: ({ scheduled_date }) => formatTime(scheduled_date === null ? null : new Date(scheduled_date)),
      TEXT: (post) => textOf(post),
    },
  }),
  publish: idCommand('Publish a post now.', async (doorpost, id, context) => {
    const post = await doorpost.posts.publish(id)
    context.print(`It goes out now. How it went: posts show ${id}`)
    return post
  }),
  cancel: idCommand('Cancel a post that was to go out. It is a draft again.', async (doorpost, id, context) => {
    const post = await doorpost.posts.cancel(id)
    context.print(`Cancelled. It is ${post.publication.state}.`)
    return post
  }),
  retry: idCommand('Try a failed post once more.', async (doorpost, id, context) => {
    const post = await doorpost.posts.retry(id)
    context.print(`It is tried again. How it went: posts show ${id}`)
    return post
  }),
}

function textOf(post: { content?: string | null; caption?: string | null }): string {
  return oneLine(post.content ?? post.caption, 50)
}
