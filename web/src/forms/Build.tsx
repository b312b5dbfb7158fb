import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Paper, SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isEmailOnly } from '../../../src/forms/fields/fields.ts'
import {
  type DrawnForm,
  endNodes,
  fieldNodes,
  introNodes,
  NOTHING_SHOWN,
  scriptTexts,
} from '../../../src/forms/fields/html.ts'
import { el, toHtml } from '../../../src/forms/fields/nodes.ts'
import { type FormStyle, previewCss } from '../../../src/forms/fields/style.ts'
import { applyConditions, applySteps, controlsOf } from '../../snippet/steps.ts'
import { fieldErrors, isConflict, useMay } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { LeaveQuestion } from '../parts/dialogs.tsx'
import { besideField } from '../parts/forms.tsx'
import { Heading, Muted, Small } from '../parts/text.tsx'
import { Problem, SecondaryButton } from '../parts/ui.tsx'
import classes from './build.module.css'
import { draftOf, drawableStyle, drawnOf, type FormDraft, toPatch, untitledSteps, withEmailOnly } from './draft.ts'
import { useBase, usePatchForm } from './editing.tsx'
import { TwoColumns, textProps } from './editor.tsx'
import { FieldList } from './FieldList.tsx'
import { Look } from './Look.tsx'

const EXAMPLE_LANGUAGE = 'en'

export function Build({ form }: { form: Form }) {
  const { t } = useLingui()
  const isLocked = !useMay().write
  const { draft, set, errors, problem, base, isBusy, isMarked, save } = useBuilder(form)
  const { isChanged } = base
  const [isPhone, setPhone] = useState(false)
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
            <TextInput label={t`Heading`} placeholder={draft.name} maxLength={200} {...text('title')} />
            <Textarea label={t`Text above the fields`} maxRows={10} maxLength={4_000} {...text('description')} />
            <TwoColumns>
              <TextInput label={t`Button`} placeholder={t`Send`} maxLength={255} {...text('submit_label')} />
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
        {!isLocked && (
          <Group justify="flex-end" gap="xs" className={classes.save}>
            <Muted mr="auto" c={isMarked ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
              {isMarked && <Trans>Not saved. Fix the highlighted fields.</Trans>}
              {!isMarked && (isChanged ? <Trans>Not saved yet</Trans> : <Trans>Everything is saved</Trans>)}
            </Muted>
            {isChanged && (
              <SecondaryButton onClick={base.undo}>
                <Trans>Undo changes</Trans>
              </SecondaryButton>
            )}
            <Button loading={isBusy} disabled={!isChanged || base.isConflict} onClick={save}>
              <Trans>Save the form</Trans>
            </Button>
          </Group>
        )}
      </Stack>
      <Stack gap="xs" className={classes.preview} component="section" aria-label={t`Preview`}>
        <Group justify="space-between">
          <Heading>
            <Trans>Preview</Trans>
          </Heading>
          <SegmentedControl
            size="xs"
            aria-label={t`Width of the preview`}
            data={[
              { value: 'desktop', label: t`Desktop` },
              { value: 'phone', label: t`Phone` },
            ]}
            value={isPhone ? 'phone' : 'desktop'}
            onChange={(value) => setPhone(value === 'phone')}
          />
        </Group>
        <Preview
          form={drawnOf(draft, form, t`What people agree to`)}
          style={drawableStyle(draft.style)}
          isPhone={isPhone}
          edited={openKey === null ? -1 : draft.fields.findIndex(({ key }) => key === openKey)}
        />
        <Muted>
          <Trans>
            This is how it looks on its page. On your website it takes font and colors from around it, unless you choose
            them here.
          </Trans>
        </Muted>
      </Stack>
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
    mutationFn: (): Promise<Form> =>
      patch(base.version, base.changes, t`The form is saved. Its page shows it from now on.`),
    onSuccess: (saved): void => base.begin(saved),
  })
  const { error, isPending: isBusy } = save
  const [isTried, setTried] = useState(false)
  const fill = (values: FormDraft) => {
    setDraft(values)
    setTried(false)
    save.reset()
  }
  const base = useBase({ latest, valuesOf: draftOf, toPatch, values: draft, fill, isBusy })
  const untitled = untitledSteps(draft)
  const missing = isTried ? untitled.map((at) => [`fields[${at}].step`, t`Give the step a title.`]) : []
  const refused = Object.entries(fieldErrors(error)).map(([path, text]) => [path, besideField(path, text)])
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
      setTried(untitled.length > 0)
      if (untitled.length === 0) save.mutate()
    },
  }
}

interface PreviewProps {
  form: DrawnForm
  style: FormStyle
  isPhone: boolean
  /** Index of the field that is open beside it, whose step it turns to; -1 without one. */
  edited: number
}

/** Drawn by the same code as its page. It can be tried out, but sends nothing and asks for nothing. */
function Preview({ form, style, isPhone, edited }: PreviewProps) {
  const host = useRef<HTMLDivElement>(null)
  const turnedTo = useRef(-1)
  const step = stepOf(form.fields, edited)
  const css = previewCss(style)
  const texts = scriptTexts(form.settings.language)
  const fields = [...fieldNodes(form, NOTHING_SHOWN), ...endNodes(form)]
  const body = toHtml(el('div', { class: 'page' }, ...introNodes(form), el('form', { novalidate: true }, ...fields)))
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (root === undefined) return
    const [sheet = new CSSStyleSheet()] = root.adoptedStyleSheets
    if (root.adoptedStyleSheets.length === 0) root.addEventListener('submit', (event) => event.preventDefault())
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    const stepsIn = () => [...root.querySelectorAll<HTMLElement>('.step')]
    const shown = stepsIn().findIndex(({ hidden }) => !hidden)
    const at = step === turnedTo.current || step < 0 ? shown : step
    turnedTo.current = step
    // All texts in it are escaped.
    root.innerHTML = body
    const drawn = root.querySelector('form')!
    for (const control of controlsOf(drawn)) {
      control.required = false
      delete control.dataset.required
    }
    applyConditions(drawn)
    applySteps(drawn, JSON.parse(texts), stepsIn().at(Math.max(at, 0)) ?? stepsIn().at(-1))
  }, [body, css, texts, step])
  return (
    <Paper withBorder flex="none" className={isPhone ? classes.phone : undefined} style={{ overflow: 'hidden' }}>
      <div ref={host} data-preview />
    </Paper>
  )
}

/** Steps are counted from 0; the first begins with the first field, whether it says so or not. */
function stepOf(fields: DrawnForm['fields'], at: number): number {
  return fields.slice(0, at + 1).filter((field, index) => index === 0 || field.step !== null).length - 1
}
