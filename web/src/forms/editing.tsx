import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import type { Form, FormPatch } from '../api/schema.ts'
import { useSaved } from '../parts/action.ts'
import { changesOf } from '../parts/changes.ts'
import { Conflict, LeaveQuestion } from '../parts/dialogs.tsx'
import { FormProblem, SubmitButton, useApiForm, useKept } from '../parts/forms.tsx'
import { Muted } from '../parts/text.tsx'
import { SecondaryButton } from '../parts/ui.tsx'
import classes from './build.module.css'

/** The API refuses it if the form is no longer the `version` that was loaded. */
export function usePatchForm(id: string) {
  const saved = useSaved(['forms', id])
  return (version: number, body: FormPatch, done: string): Promise<Form> => {
    const params = { path: { id }, header: { 'If-Match': `"${version}"` } }
    return saved(dataOf(api.PATCH('/v1/forms/{id}', { params, body })), done)
  }
}

interface BaseOptions<V> {
  latest: Form
  valuesOf: (form: Form) => V
  toPatch: (values: V) => FormPatch
  values: V
  fill: (values: V) => void
  isBusy: boolean
  /** The part of the form, under whose name this browser keeps what was not saved. */
  part: 'build' | 'languages' | 'settings' | 'websites'
}

interface Unsaved<V> {
  base: Form
  values: V
}

/** Notices when another person saved the same part of the form. Changes to other parts do not matter. */
export function useBase<V>({ latest, valuesOf, toPatch, values, fill, isBusy, part }: BaseOptions<V>) {
  const [base, setBase] = useState(latest)
  const before = toPatch(valuesOf(base))
  const changes = changesOf(before, toPatch(values))
  const isChanged = Object.keys(changes).length > 0
  const isNewer = latest.version > base.version && !isBusy
  const isTheirs = isNewer && Object.keys(changesOf(before, toPatch(valuesOf(latest)))).length > 0
  const begin = (form: Form) => {
    setBase(form)
    fill(valuesOf(form))
  }
  const isConflict = isTheirs && isChanged
  useEffect(() => {
    if (!isNewer || isConflict) return
    if (isTheirs) begin(latest)
    else setBase(latest)
  })
  const unsaved: Unsaved<V> | null = isChanged ? { base, values } : null
  const kept = useKept(`form.${latest.id}.${part}`, unsaved, (kept) => {
    setBase(kept.base)
    fill(kept.values)
  })
  const undo = () => begin(base)
  return {
    version: base.version,
    changes,
    isChanged,
    begin,
    undo,
    restored: kept.isRestored ? { discard: undo } : null,
    isConflict,
    conflict: isConflict && <Conflict what="form" onTheirs={() => begin(latest)} onMine={() => setBase(latest)} />,
  }
}

interface PartOptions<V> extends Pick<BaseOptions<V>, 'latest' | 'valuesOf' | 'toPatch' | 'part'> {
  fieldFor?: (path: string, values: V) => string | null
  done: string
}

export function useFormPart<V extends object>({ latest, valuesOf, toPatch, fieldFor, done, part }: PartOptions<V>) {
  const patch = usePatchForm(latest.id)
  const form = useApiForm<V>({
    initialValues: valuesOf(latest),
    send: async (): Promise<void> => base.begin(await patch(base.version, base.changes, done)),
    ...(fieldFor && { fieldFor }),
  })
  const fill = (values: V) => {
    form.setValues(values)
    form.clearErrors()
    form.forget()
  }
  const base = useBase<V>({ latest, valuesOf, toPatch, values: form.values, fill, isBusy: form.isBusy, part })
  return { form: { ...form, restored: base.restored }, base }
}

interface SaveBarProps {
  of: Pick<ReturnType<typeof useBase>, 'isChanged' | 'undo' | 'isConflict'>
  isMarked: boolean
  isBusy: boolean
  label: string
  onSave: () => void
}

/** Stays at the bottom and says how the form stands. */
export function SaveBar({ of: { isChanged, undo, isConflict }, isMarked, isBusy, label, onSave }: SaveBarProps) {
  return (
    <Group justify="flex-end" gap="xs" className={classes.save}>
      <Muted mr="auto" c={isMarked ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
        {isMarked && <Trans>Not saved. Fix the highlighted fields.</Trans>}
        {!isMarked && (isChanged ? <Trans>Not saved yet</Trans> : <Trans>Everything is saved</Trans>)}
      </Muted>
      {isChanged && (
        <SecondaryButton onClick={undo}>
          <Trans>Undo changes</Trans>
        </SecondaryButton>
      )}
      <Button loading={isBusy} disabled={!isChanged || isConflict} onClick={onSave}>
        {label}
      </Button>
    </Group>
  )
}

interface Part {
  form: Pick<ReturnType<typeof useApiForm>, 'isBusy' | 'refusal' | 'submit'>
  base: Pick<ReturnType<typeof useBase>, 'isChanged' | 'undo' | 'isConflict' | 'conflict'>
}

export function SaveButtons({ of: { form, base } }: { of: Part }) {
  const { t } = useLingui()
  return (
    <>
      {base.conflict}
      {form.refusal && !base.isConflict && <FormProblem {...form.refusal} title={t`This was not saved`} />}
      <Group justify="flex-end" gap="xs">
        {base.isChanged && (
          <SecondaryButton onClick={base.undo}>
            <Trans>Undo changes</Trans>
          </SecondaryButton>
        )}
        <SubmitButton of={form} disabled={!base.isChanged || base.isConflict}>
          <Trans>Save</Trans>
        </SubmitButton>
      </Group>
      <LeaveQuestion isDirty={() => base.isChanged}>
        <Trans>What you changed here is not saved yet.</Trans>
      </LeaveQuestion>
    </>
  )
}
