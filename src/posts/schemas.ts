import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import type { Schema } from '../lib/schema.ts'
import * as S from '../lib/schema.ts'
import { byFormat } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import { assignedSchemas } from './assigned.ts'
import { columnOf, INPUT_COLUMNS, nameOf, POST_FIELDS, postFields } from './input.ts'

function sentSchema(name: string, format: Format): Schema {
  const { sent } = postFields[columnOf(name)]
  return typeof sent === 'function' ? sent(format) : sent
}

export const scheduleSchemas = Object.fromEntries(
  (['status', 'scheduled_date', 'time_zone', 'track_links'] as const).map((name) => [name, sentSchema(name, 'short')]),
)

/** In the API document: ThreadPost. */
export function postName(format: Format): string {
  return `${format[0]!.toUpperCase()}${format.slice(1)}Post`
}

export const NewPostSchema = byFormat(({ format }) => {
  const sent = POST_FIELDS[format].map((name) => [name, sentSchema(name, format)])
  return S.input(`New${postName(format)}`, Object.fromEntries(sent))
})

/** The fields that posts of every format have. */
const sharedNames = POST_FIELDS.short.filter((name) => FORMATS.every((format) => POST_FIELDS[format].includes(name)))
const patchedNames = [...new Set(INPUT_COLUMNS.flatMap((column) => FORMATS.map((format) => nameOf(column, format))))]

/** What the formats agree on. */
function patchSchema(name: string): Schema {
  const { sent, shown } = postFields[columnOf(name)]
  return typeof sent === 'function' || !sharedNames.includes(name) ? shown : sent
}

export const PostPatchSchema = S.partialInput(
  'PostPatch',
  {
    ...Object.fromEntries(patchedNames.map((name) => [name, patchSchema(name)])),
    media_type: S.string(),
  },
  'What is left out stays, null clears. The whole post must then obey the rules of its platform.',
)

const shownFields = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, postFields[columnOf(name)].shown]))

const PostBaseSchema = S.output(
  'PostBase',
  {
    ...shownFields(sharedNames),
    ...assignedSchemas,
  },
  'What all posts have. Fields that were not sent are null.',
)

function answerSchema(format: Format, dryRun: boolean): Schema {
  const createdAt = dryRun ? maybeTime() : Timestamp
  return S.extended(`${postName(format)}${dryRun ? 'DryRun' : ''}`, PostBaseSchema, {
    id: dryRun ? S.nullable('string', 'Null after a dry run: nothing was stored.') : Uuid,
    platform: S.literal(format),
    ...shownFields(POST_FIELDS[format].filter((name) => !sharedNames.includes(name))),
    created_at: createdAt,
    updated_at: createdAt,
    version: dryRun ? S.nullable('integer') : S.integer('The `ETag`, for `If-Match`.'),
  })
}

export const PostSchema = byFormat(({ format }) => answerSchema(format, false))
export const DryRunSchema = byFormat(({ format }) => answerSchema(format, true))

export const AnyPostSchema = S.union('Post', 'platform', Object.values(PostSchema))
export const AnyDryRunSchema = S.union('PostDryRun', 'platform', Object.values(DryRunSchema))

export const DryRunQuery = S.partial({
  dry_run: S.boolean('Checks everything, answers 200 with the warnings, stores nothing. False when left out.'),
})
