import { isDeepStrictEqual } from 'node:util'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import { countRows } from '../db/statements/counts.ts'
import { type Slice, slicePage } from '../db/statements/paging.ts'
import type { FormField } from './fields/fields.ts'
import type { Translations } from './fields/translations.ts'
import type { ConsentText, FormSettings } from './schemas.ts'

/** The stored settings: the consent includes the version of its text. */
export type StoredSettings = Partial<FormSettings> & {
  consent?: (ConsentText & { version: number }) | null
  translations?: Translations
}

const COLUMNS = [
  ...(['id', 'workspace_id', 'public_id', 'name', 'version', 'created_at', 'updated_at'] as const),
  sql<FormField[]>`fields`.as('fields'),
  sql<StoredSettings>`settings`.as('settings'),
] as const

const FORMS = build.selectFrom('forms').select(COLUMNS)

export type FormRow = NonNullable<Awaited<ReturnType<typeof findForm>>>

interface FormColumns {
  name: string
  fields: FormField[]
  settings: StoredSettings
}

const toColumns = ({ name, fields, settings }: FormColumns) => ({
  name,
  fields: JSON.stringify(fields),
  settings: JSON.stringify(settings),
})

export async function insertForm(
  db: Db,
  form: FormColumns & { workspaceId: string; id: string; publicId: string; at: Date },
): Promise<FormRow> {
  const { workspaceId, id, publicId, at } = form
  const owner = { workspace_id: workspaceId, id, public_id: publicId, created_at: at, updated_at: at }
  const query = build.insertInto('forms').values({ ...owner, ...toColumns(form) })
  return (await runOne(db, query.returning(COLUMNS)))!
}

export function findForm(db: Db, workspaceId: string, id: string) {
  return runOne(db, FORMS.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export function findByPublicId(db: Db, publicId: string): Promise<FormRow | null> {
  return runOne(db, FORMS.where('public_id', '=', publicId))
}

export async function findPublicId(db: Db, id: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom('forms').select('public_id').where('id', '=', id)))?.public_id ?? null
}

/** Holds the row until the transaction ends, so that two changes happen one after the other. */
export function findFormForChange(tx: Tx, workspaceId: string, id: string): Promise<FormRow | null> {
  return runOne(tx, FORMS.where('workspace_id', '=', workspaceId).where('id', '=', id).forUpdate())
}

export async function updateForm(tx: Tx, workspaceId: string, id: string, form: FormColumns, at: Date) {
  const set = { ...toColumns(form), updated_at: at, version: sql<number>`version + 1` }
  const query = build.updateTable('forms').set(set).where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(tx, query.returning(COLUMNS)))!
}

export function removeForm(tx: Tx, workspaceId: string, id: string) {
  const query = build.deleteFrom('forms').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(tx, query.returning(['public_id', 'version']))
}

export function countForms(db: Db, workspaceId: string): Promise<number> {
  return countRows(db, FORMS.where('workspace_id', '=', workspaceId))
}

export function selectForms(db: Db, workspaceId: string, slice: Slice) {
  return slicePage(db, FORMS.where('workspace_id', '=', workspaceId), slice)
}

/** Returns the version of the texts. While none of them changes, it stays. */
export async function insertConsent(
  tx: Tx,
  workspaceId: string,
  formId: string,
  { purpose, text, translations }: ConsentText & { translations: Record<string, string> },
  at: Date,
): Promise<number> {
  const versions = build
    .selectFrom('form_consents')
    .where('workspace_id', '=', workspaceId)
    .where('form_id', '=', formId)
  const texts = versions.select(['version', 'purpose', 'text', 'translations'])
  const newest = await runOne(tx, texts.orderBy('version', 'desc').limit(1))
  if (newest !== null && isDeepStrictEqual(newest, { version: newest.version, purpose, text, translations })) {
    return newest.version
  }
  const version = (newest?.version ?? 0) + 1
  const row = { workspace_id: workspaceId, form_id: formId, version, purpose, text, created_at: at }
  await run(tx, build.insertInto('form_consents').values({ ...row, translations: JSON.stringify(translations) }))
  return version
}

export function selectConsents(db: Db, workspaceId: string, formId: string) {
  const query = build.selectFrom('form_consents').select(['version', 'purpose', 'text', 'translations', 'created_at'])
  const own = query.where('workspace_id', '=', workspaceId).where('form_id', '=', formId)
  return run(db, own.orderBy('version', 'desc').limit(1_000))
}

export function sumNumbers(db: Db, workspaceId: string, formIds: readonly string[]) {
  const query = build
    .selectFrom('form_days')
    .select(['form_id', 'kind', sql<number>`sum(count)::float8`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('form_id', 'in', formIds)
    .groupBy(['form_id', 'kind'])
  return formIds.length === 0 ? Promise.resolve([]) : run(db, query)
}

export interface ViewCount {
  workspaceId: string
  formId: string
  day: string
  kind: 'view' | 'bot_view'
  count: number
}

/** Ordered, so that two processes take their locks in the same order. */
export async function addViews(db: Db, counts: readonly ViewCount[]): Promise<void> {
  const viewed = unnest(counts, { uuid: ['workspaceId', 'formId'], text: ['day', 'kind'], integer: ['count'] })
  const query = sql`insert into form_days as d (workspace_id, form_id, day, kind, slot, count)
    select workspace_id, form_id, day::date, kind, pg_backend_pid() % 32, count
      from ${viewed} as viewed (workspace_id, form_id, day, kind, count)
     order by 1, 2, 3, 4
    on conflict (workspace_id, form_id, day, kind, slot) do update set count = d.count + excluded.count`
  await run(db, query)
}
