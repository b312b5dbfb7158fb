import * as Q from '../http/query.ts'
import { maybeTime, Timestamp, Uuid, Version } from '../http/schemas.ts'
import { assigned, computed, only, text } from '../lib/record/fields.ts'
import { body, type ChangeOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { type Message, message } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'
import { ALT_TEXT_MAX } from '../platforms/registry.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import { TAKEN_TYPES, type TakenType } from './facts/soundness.ts'

export const NAME_MAX = 255
const MEDIA_KINDS = ['image', 'video', 'document'] as const
type MediaKind = (typeof MEDIA_KINDS)[number]
export const POSTS_SHOWN_MAX = 20

export function typesOf(kind: MediaKind): TakenType[] {
  return (Object.keys(TAKEN_TYPES) as TakenType[]).filter((type) => TAKEN_TYPES[type].kind === kind)
}

export const CONTENT_TYPES_TAKEN = (Object.keys(TAKEN_TYPES) as TakenType[]).map((type) => CONTENT_TYPES[type])

/** A label for people, but it becomes a file name for those who download it. */
export function fileNameProblems(name: string): Message[] {
  if (!/[/\\:\p{Cc}]/u.test(name) && !/^\.+$/.test(name)) return []
  return [message('media.bad_name')]
}

const ALT_TEXT = 'What the file shows, for people who cannot see it.'
const changeable = ['change', 'answer', 'column'] as const

export const media = record(
  'Media',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9031'),
    url: computed(
      S.string({
        format: 'uri',
        description: 'Goes into `media_urls` of a post. Anyone with the URL can read the file.',
      }),
      'http://localhost:8080/files/Jx0vQ2rN8sT5uW7yZ1aB3cD4eF6gH9iK.jpg',
    ),
    type: computed(S.oneOf(CONTENT_TYPES_TAKEN, 'By the bytes.'), 'image/jpeg'),
    bytes: computed(S.integer(), 184_320),
    width: assigned(S.nullable('integer', 'In pixels, as shown.'), 1080),
    height: assigned(S.nullable('integer'), 1080),
    duration_seconds: computed<number | null>(
      { type: ['number', 'null'], description: 'The length of a video, if known.' },
      null,
    ),
    name: only(
      changeable,
      text({
        max: NAME_MAX,
        required: true,
        about: 'What the file is called, for people.',
        example: 'harbour.jpg',
        rule: fileNameProblems,
      }),
    ),
    alt_text: only(changeable, text({ max: ALT_TEXT_MAX, about: ALT_TEXT, example: 'A harbour in the morning.' })),
    duplicate: computed(
      S.boolean('In the answer to an upload: these bytes were here already, and this is the file of then.'),
      false,
    ),
    used_at: computed(maybeTime('When a post with this file last went out.'), null),
    post_ids: computed(S.array(Uuid, `Posts that have this file, newest first, up to ${POSTS_SHOWN_MAX}.`), []),
    expires_at: computed(
      maybeTime(
        'When it is deleted by itself: 30 days after it was uploaded or last published. Null while a post that is not ' +
          'published has it.',
      ),
      '2026-12-15T09:30:00.000Z',
    ),
    version: assigned(Version, 1),
    created_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
    updated_at: computed(Timestamp, '2026-11-15T09:30:00.000Z'),
  },
  {
    refusesEmptyChange: true,
    change:
      'What is left out stays, null clears the alt text. Posts that have the file already keep their own alt texts.',
  },
)
export type MediaChange = ChangeOf<typeof media>

const { name } = media.changeSchema.properties as S.Fields
export const UploadQuery = S.partial({
  name: name!,
  alt_text: S.string({ maxLength: ALT_TEXT_MAX, description: ALT_TEXT }),
})

const described = {
  name: text({ max: NAME_MAX, rule: fileNameProblems, example: 'harbour.jpg' }),
  alt_text: text({ max: ALT_TEXT_MAX, example: null }),
}
/** The fields of a form beside its file. */
export const uploadForm = body('MediaFields', described)
export const MediaFormSchema = S.input('MediaForm', {
  file: S.string({ format: 'binary' }),
  ...(uploadForm.schema.properties as S.Fields),
})
export const uploadUrl = body('MediaUrl', {
  url: text({
    max: 2_048,
    required: true,
    about: 'Doorpost fetches the file from this public address.',
    example: 'https://cdn.example.com/harbour.jpg',
  }),
  ...described,
})

export const mediaQuery = Q.list({
  type: Q.choice(MEDIA_KINDS),
  q: Q.text({ maxLength: 255, description: 'Part of the name or of the alt text. Upper and lower case are alike.' }),
  updated_after: Q.time('Changed or created at this time or later.'),
})
export type MediaFilter = Q.FilterOf<typeof mediaQuery>

export const storage = record('MediaStorage', {
  used_bytes: computed(S.integer('What the files of the workspace take together.'), 184_320),
  quota_bytes: computed(S.integer('What they may take.'), 10_240_000_000),
  file_bytes_max: computed(S.integer('The largest file that is taken.'), 512_000_000),
  types: computed(S.array(S.oneOf(CONTENT_TYPES_TAKEN), 'What is taken.'), CONTENT_TYPES_TAKEN),
  fetchable: computed(
    S.boolean('Whether networks that fetch files themselves (Threads and Instagram) can, as far as the settings tell.'),
    false,
  ),
  fetch_problem: computed(
    S.nullable('string', 'Why they cannot, and what to do about it.'),
    sentence(message('fetch.private_address', { url: 'http://localhost:8080' })),
  ),
})
