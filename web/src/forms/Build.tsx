import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Paper, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isEmailOnly, LONGEST } from '../../../src/forms/fields/fields.ts'
import { fieldErrors, isConflict, useMay } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { LeaveQuestion } from '../parts/dialogs.tsx'
import { Restored } from '../parts/forms.tsx'
import { Heading, Small } from '../parts/text.tsx'
import { Problem } from '../parts/ui.tsx'
import classes from './build.module.css'
import {
  draftOf,
  drawableStyle,
  drawnOf,
  type FormDraft,
  renamedFields,
  toPatch,
  unfinishedConditions,
  untitledSteps,
  withEmailOnly,
} from './draft.ts'
import { SaveBar, useBase, usePatchForm } from './editing.tsx'
import { TwoColumns, textProps } from './editor.tsx'
import { FieldList } from './FieldList.tsx'
import { Look } from './Look.tsx'
import { Preview } from './Preview.tsx'
import { followingNames } from './translation.ts'

const EXAMPLE_LANGUAGE = 'en'

export function Build({ form }: { form: Form }) {
  const { t } = useLingui()
  const isLocked = !useMay().write
  const { draft, set, errors, problem, base, isBusy, isMarked, save } = useBuilder(form)
  const { isChanged } = base
  const [openKey, setOpenKey] = useState<string | null>(null)
  const editor = { formId: form.id, draft, set, errors, isLocked }
  const text = (name: 'name' | 'title' | 'description' | 'submit_label' | 'language') =>
    textProps(draft[name], { error: errors[name], readOnly: isLocked }, (text) => set({ ...draft, [name]: text }))
  return (
    <div className={classes.columns}>
      <Stack>
        {isLocked && (
          <Alert color="gray">
            <Trans>You can look at this form. An owner or editor of the team can change it.</Trans>
          </Alert>
        )}
        {base.restored && <Restored {...base.restored} />}
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Heading>
              <Trans>Fields</Trans>
            </Heading>
            <Switch
              label={t`Do not ask for a name`}
              description={t`The e-mail address is enough: the first name is then taken from it (ana.silva@… is Ana) and marked as such.`}
              checked={isEmailOnly(draft.fields)}
              disabled={isLocked}
              onChange={(event) => set(withEmailOnly(draft, event.currentTarget.checked))}
            />
            {errors.fields && (
              <Small c="var(--mantine-color-error)" role="alert">
                {errors.fields}
              </Small>
            )}
            <FieldList editor={editor} openKey={openKey} onOpen={setOpenKey} />
          </Stack>
        </Paper>
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Heading>
              <Trans>Texts</Trans>
            </Heading>
            <TextInput label={t`Name of the form`} maxLength={100} withAsterisk {...text('name')} />
            <TextInput label={t`Heading`} placeholder={draft.name} maxLength={LONGEST.title} {...text('title')} />
            <Textarea
              label={t`Text above the fields`}
              maxRows={10}
              maxLength={LONGEST.description}
              {...text('description')}
            />
            <TwoColumns>
              <TextInput
                label={t`Button`}
                placeholder={t`Send`}
                maxLength={LONGEST.submit_label}
                {...text('submit_label')}
              />
              <TextInput
                label={t`Language of your texts`}
                placeholder={EXAMPLE_LANGUAGE}
                maxLength={35}
                {...text('language')}
              />
            </TwoColumns>
          </Stack>
        </Paper>
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Heading>
              <Trans>Look</Trans>
            </Heading>
            <Look editor={editor} />
          </Stack>
        </Paper>
        {base.conflict}
        {problem !== null && <Problem error={problem} />}
        {!isLocked && <SaveBar of={base} isMarked={isMarked} isBusy={isBusy} label={t`Save the form`} onSave={save} />}
      </Stack>
      <Preview
        form={drawnOf(draft, form, t`What people agree to`)}
        style={drawableStyle(draft.style)}
        edited={openKey === null ? -1 : draft.fields.findIndex(({ key }) => key === openKey)}
      />
      <LeaveQuestion isDirty={() => isChanged}>
        <Trans>What you changed about this form is not saved yet.</Trans>
      </LeaveQuestion>
    </div>
  )
}

function useBuilder(latest: Form) {
  const { t } = useLingui()
  const patch = usePatchForm(latest.id)
  const [draft, setDraft] = useState(() => draftOf(latest))
  const save = useMutation({
    mutationFn: (): Promise<Form> => {
      const translations = followingNames(latest.translations, renamedFields(draft))
      const changes = { ...base.changes, ...(translations && { translations }) }
      return patch(base.version, changes, t`The form is saved. Its page shows it from now on.`)
    },
    onSuccess: (saved): void => base.begin(saved),
  })
  const { error, isPending: isBusy } = save
  const [isTried, setTried] = useState(false)
  const fill = (values: FormDraft) => {
    setDraft(values)
    setTried(false)
    save.reset()
  }
  const base = useBase({ latest, valuesOf: draftOf, toPatch, values: draft, fill, isBusy, part: 'build' })
  const unfinished = [
    ...untitledSteps(draft).map((at) => [`fields[${at}].step`, t`Give the step a title.`]),
    ...unfinishedConditions(draft).map((at) => [`fields[${at}].show_when`, t`Choose a value, or “is filled in”.`]),
  ]
  const missing = isTried ? unfinished : []
  const refused = Object.entries(fieldErrors(error))
  const texts = [...refused, ...missing]
  const isMarked = texts.some(([path]) => path !== 'If-Match')
  return {
    base,
    draft,
    set(next: FormDraft) {
      if (error !== null) save.reset()
      setDraft(next)
    },
    errors: Object.fromEntries(texts) as Record<string, string>,
    isMarked,
    /** A conflict has its own notice. */
    problem: isConflict(error) || isMarked ? null : error,
    isBusy,
    save() {
      setTried(unfinished.length > 0)
      if (unfinished.length === 0) save.mutate()
    },
  }
}
