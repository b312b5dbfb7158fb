import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { SetupError } from '../lib/problem.ts'
import type { Commands } from './line/command.ts'
import { formatBytes } from './line/progress.ts'
import { nounCommands } from './remote/nouns.ts'
import { REMOTE, withServer } from './remote/server.ts'

/** A large video on a slow line. */
const UPLOAD_MS = 30 * 60_000

export const commands: Commands = {
  ...nounCommands('a file', (doorpost) => doorpost.media, {
    summary: 'List the files of posts.',
    filters: { q: { value: 'TEXT', meaning: 'with this in the name' } },
    empty: 'There are no files.',
    columns: {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      TYPE: ({ type }) => type,
      SIZE: ({ bytes }) => formatBytes(bytes),
      URL: ({ url }) => url,
    },
  }),
  upload: {
    summary: 'Upload a picture or video for posts, or the one at an address. Its URL is shown alone on the last line.',
    operand: 'FILE',
    usage: '[--alt TEXT]',
    options: { alt: { value: 'TEXT', meaning: 'what it shows, for people who cannot see it' }, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const place = options.FILE!
        const alt = options.alt === undefined ? {} : { alt_text: options.alt }
        const asBytes = { contentType: 'application/octet-stream', query: { name: basename(place), ...alt } }
        const file = /^https?:\/\//i.test(place)
          ? await doorpost.media.upload({ url: place, ...alt }, { timeoutMs: UPLOAD_MS })
          : await doorpost.media.upload(await openFile(context.cwd, place), { ...asBytes, timeoutMs: UPLOAD_MS })
        context.print(`${file.type}, ${formatBytes(file.bytes)}:`)
        context.print(file.url)
        context.result(file)
      }),
  },
}

/** Read as it is sent, so that a video does not have to fit into memory. */
export async function openFile(cwd: string, path: string): Promise<Blob> {
  try {
    return await openAsBlob(resolve(cwd, path))
  } catch (cause) {
    throw new SetupError(`The file cannot be read: ${path}. Does it exist?`, { cause })
  }
}
