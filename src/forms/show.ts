import type { FormField } from './fields/fields.ts'
import { isEmailOnly } from './fields/fields.ts'
import { type FormSettings, form, type Numbers, SETTINGS_DEFAULT } from './schemas.ts'
import type { CountedKind, FormRow, StoredSettings } from './store.ts'

export type Form = ReturnType<typeof showForm>

/** The settings of a row; those that were added later have their defaults. */
export function settingsOf(
  row: Pick<FormRow, 'settings'>,
): FormSettings & { consent: NonNullable<StoredSettings['consent']> | null } {
  return { ...SETTINGS_DEFAULT, consent: null, ...(row.settings as StoredSettings) }
}

export function showForm(row: FormRow, numbers: Numbers, baseUrl: string) {
  const fields = row.fields as unknown as FormField[]
  return form.show({
    ...row,
    ...settingsOf(row),
    url: `${baseUrl}${pagePathOf(row.public_id)}`,
    submit_url: `${baseUrl}${submitPathOf(row.public_id)}`,
    fields,
    email_only: isEmailOnly(fields),
    numbers,
  })
}

function pagePathOf(publicId: string): string {
  return `/f/${publicId}`
}

export function thanksPathOf(publicId: string): string {
  return `${pagePathOf(publicId)}/thanks`
}

export function submitPathOf(publicId: string): string {
  return `/v1/forms/${publicId}/submissions`
}

export function toNumbers(counts: ReadonlyArray<{ kind: string; count: number }>): Numbers {
  const of = (kind: CountedKind) => counts.find((each) => each.kind === kind)?.count ?? 0
  return {
    views: of('view'),
    bot_views: of('bot_view'),
    submissions: of('submission'),
    held: of('held'),
    confirmed: of('confirmed'),
  }
}
