import { maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { ALT_TEXT_MAX } from '../platforms/registry.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import { TAKEN_TYPES, type TakenType } from './facts/soundness.ts'

export const NAME_MAX = 255
export const MEDIA_KINDS = ['image', 'video', 'document'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
/** How many posts are named with a file. */
export const POSTS_SHOWN_MAX = 20

export function typesOf(kind: MediaKind): TakenType[] {
  return (Object.keys(TAKEN_TYPES) as TakenType[]).filter((type) => TAKEN_TYPES[type].kind === kind)
}

const CONTENT_TYPES_TAKEN = (Object.keys(TAKEN_TYPES) as TakenType[]).map((type) => CONTENT_TYPES[type])

const name = S.string({ maxLength: NAME_MAX, description: 'What the file is called, for people.' })
const altText = { maxLength: ALT_TEXT_MAX, description: 'What the file shows, for people who cannot see it.' }

export const media = S.exampledOutput('Media', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9031'],
  url: [
    S.string({ format: 'uri', description: 'Goes into `media_urls` of a post. Whoever knows it can read the file.' }),
    'http://localhost:8080/files/Jx0vQ2rN8sT5uW7yZ1aB3cD4eF6gH9iK.jpg',
  ],
  type: [S.oneOf(CONTENT_TYPES_TAKEN, 'By the bytes.'), 'image/jpeg'],
  bytes: [S.integer(), 184_320],
  width: [S.nullable('integer', 'In pixels, as shown.'), 1080],
  height: [S.nullable('integer'), 1080],
  duration_seconds: [{ type: ['number', 'null'], description: 'Of a video, when it is known.' }, null],
  name: [name, 'harbour.jpg'],
  alt_text: [S.nullable('string', altText), 'A harbour in the morning.'],
  duplicate: [
    S.boolean('In the answer to an upload: these bytes were here already, and this is the file of then.'),
    false,
  ],
  used_at: [maybeTime('When a post with this file last went out.'), null],
  post_ids: [S.array(Uuid, `Posts that have this file, newest first, up to ${POSTS_SHOWN_MAX}.`), []],
  expires_at: [
    maybeTime(
      'When it is deleted by itself: 30 days after it was uploaded or last published. Null while a post that is not ' +
        'published has it.',
    ),
    '2026-12-15T09:30:00.000Z',
  ],
  created_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
})

export const UploadQuery = S.partial({ name, alt_text: S.string(altText) })

export const MediaQuery = S.partial({
  ...pageQuery,
  type: S.oneOf(MEDIA_KINDS),
  q: S.string({ maxLength: 255, description: 'Part of the name or of the alt text. Upper and lower case are alike.' }),
})

export const MediaPatchSchema = S.partialInput(
  'MediaPatch',
  { name, alt_text: S.nullable('string', altText) },
  'What is left out stays, null clears the alt text. Posts that have the file already keep their own alt texts.',
)

export const storage = S.exampledOutput('MediaStorage', {
  used_bytes: [S.integer('What the files of the workspace take together.'), 184_320],
  quota_bytes: [S.integer('What they may take.'), 10_240_000_000],
  file_bytes_max: [S.integer('The largest file that is taken.'), 512_000_000],
  types: [S.array(S.oneOf(CONTENT_TYPES_TAKEN), 'What is taken.'), CONTENT_TYPES_TAKEN],
  fetchable: [
    S.boolean('Whether networks that fetch files themselves (Threads and Instagram) can, as far as the settings tell.'),
    false,
  ],
  fetch_problem: [
    S.nullable('string', 'Why they cannot, and what to do about it.'),
    'The address of this installation (http://localhost:8080) is not public, so Threads and Instagram cannot fetch uploaded files. Set BASE_URL to a public https address, or S3_ENDPOINT and its companions to a bucket.',
  ],
})
export type Storage = Omit<typeof storage.example, 'fetch_problem'> & { fetch_problem: string | null }
