import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Accordion,
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  JsonInput,
  Paper,
  SegmentedControl,
  Stack,
  TagsInput,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { fieldErrors, useMay } from '../../api/client.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { FixedSelect, Lockable, ticked } from '../../parts/forms.tsx'
import { formatList } from '../../parts/locale.ts'
import { Heading, Hint, Muted, Strong } from '../../parts/text.tsx'
import { Problem, SecondaryButton, TextLink } from '../../parts/ui.tsx'
import { type Leaf, leavesOf } from '../inbox/body.ts'
import { usePatchWebhook } from '../source/reads.ts'
import { titleOfPreset } from '../source/senders.ts'
import {
  draftOf,
  isEmpty,
  leavesInside,
  type MappingDraft,
  type MappingJson,
  parseText,
  toMapping,
  toText,
  withPointer,
} from './draft.ts'
import { FieldRows } from './FieldRows.tsx'
import classes from './mapping.module.css'
import { PreviewPanel, SamplePanel, usePreview, useSample } from './SamplePanel.tsx'

const nameless = () => t`Every contact needs a first name: click a value of the delivery, or say here where it is.`

interface Props {
  webhook: Webhook
  presets: MappingPreset[]
  start: MappingJson
  onLeave: () => void
}

export function MappingEditor({ webhook, presets, start, onLeave }: Props) {
  const may = useMay()
  const isLocked = !may.write || !webhook.active
  const [draft, setDraft] = useState<MappingDraft>(() => draftOf(start, presets))
  /** JSON being typed; null while the form is shown. */
  const [text, setText] = useState<string | null>(null)
  const sample = useSample(webhook, presets)
  const parsed = useMemo(() => (text === null ? null : parseText(text)), [text])
  const isNameless = parsed === null && isEmpty(draft, 'first_name')
  const mapping = useMemo(() => {
    if (parsed === null) return isNameless ? null : toMapping(draft, presets)
    return 'mapping' in parsed ? parsed.mapping : null
  }, [parsed, isNameless, draft, presets])
  const preview = usePreview(webhook.id, sample.request, mapping)
  const reset = useCallback(
    (stored: MappingJson) => {
      setDraft(draftOf(stored, presets))
      setText(null)
    },
    [presets],
  )
  const save = useSave({ webhook, presets, mapping, reset })
  const errors = {
    ...fieldErrors(preview.error),
    ...fieldErrors(save.error),
    ...(isNameless ? { 'mapping.fields.first_name': nameless() } : {}),
  }
  const each = parsed === null ? draft.each : String(mapping?.each ?? '')
  const all = useMemo(() => leavesOf(sample.value), [sample.value])
  const leaves = useMemo(() => leavesInside(all, each), [all, each])
  const first = preview.data?.contacts[0] ?? {}
  const shown = { ...first, ...((first.extra as Record<string, unknown> | undefined) ?? {}) }

  const problem =
    parsed && 'problem' in parsed
      ? t`Correct the JSON to see this.`
      : isNameless
        ? t`${nameless()} Then you see it here.`
        : null

  const toForm = () => {
    if (parsed && 'mapping' in parsed) setDraft(draftOf(parsed.mapping, presets))
    setText(null)
  }
  const use = (field: string, pointer: string) => {
    const put = (to: MappingDraft) => withPointer(to, field, pointer)
    if (parsed === null) setDraft(put(draft))
    else if ('mapping' in parsed) setText(toText(put(draftOf(parsed.mapping, presets)), presets))
  }

  return (
    <div className={classes.columns}>
      <Stack>
        <Paper withBorder p="md">
          <Stack>
            <Group justify="space-between">
              <Heading>
                <Trans>Fields of the contact</Trans>
              </Heading>
              <SegmentedControl
                size="xs"
                aria-label={t`How to edit`}
                data={[
                  { value: 'form', label: t`Form`, disabled: parsed !== null && 'problem' in parsed },
                  { value: 'json', label: t`JSON` },
                ]}
                value={text === null ? 'form' : 'json'}
                onChange={(mode) => (mode === 'json' ? setText(toText(draft, presets)) : toForm())}
              />
            </Group>
            {text === null ? (
              <>
                <FixedSelect
                  label={t`Begin with`}
                  description={t`Another choice replaces all fields below.`}
                  data={[
                    { value: '', label: t`From scratch` },
                    ...presets.map((each) => ({ value: each.preset, label: titleOfPreset(each) })),
                  ]}
                  value={draft.preset ?? ''}
                  disabled={isLocked}
                  onChange={(preset) => setDraft(draftOf(preset ? { preset } : { fields: {} }, presets))}
                />
                <FieldRows
                  fields={draft.fields}
                  onChange={(fields) => setDraft({ ...draft, fields })}
                  leaves={leaves}
                  errors={errors}
                  preview={preview.error || mapping === null ? {} : shown}
                  isLocked={isLocked}
                />
                <MoreRules
                  draft={draft}
                  onChange={(change) => setDraft({ ...draft, ...change })}
                  leaves={all}
                  errors={errors}
                  isLocked={isLocked}
                />
              </>
            ) : (
              <JsonInput
                label={t`Mapping as JSON`}
                description={t`fields, when, each, answers and rest, as the API takes them. Paths are JSON Pointers, such as /customer/email.`}
                autosize
                minRows={14}
                maxRows={32}
                value={text}
                onChange={setText}
                readOnly={isLocked}
                error={parsed && 'problem' in parsed ? parsed.problem : undefined}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
              />
            )}
            {save.error !== null && <Problem error={save.error} />}
            {save.isOverwriting && (
              <Alert color="orange">
                <Trans>Somebody else has changed this mapping meanwhile. Saving replaces theirs.</Trans>
              </Alert>
            )}
            {!isLocked && (
              <Group justify="space-between">
                {webhook.mapping ? (
                  <SwitchOff webhook={webhook} onDone={onLeave} />
                ) : (
                  <SecondaryButton onClick={onLeave}>
                    <Trans>Back</Trans>
                  </SecondaryButton>
                )}
                <Group gap="xs">
                  {webhook.mapping && save.isChanged && (
                    <SecondaryButton onClick={save.undo}>
                      <Trans>Undo changes</Trans>
                    </SecondaryButton>
                  )}
                  <Button loading={save.isBusy} disabled={mapping === null || !save.isChanged} onClick={save.run}>
                    <Trans>Save the mapping</Trans>
                  </Button>
                </Group>
              </Group>
            )}
          </Stack>
        </Paper>
        {webhook.mapping && (
          <Muted>
            <Trans>
              A change counts for what comes in from now on. Earlier deliveries that did not map can be replayed:{' '}
              <TextLink to="." search={{ mapping: 'failed' }}>
                see them in the inbox
              </TextLink>
              .
            </Trans>
          </Muted>
        )}
      </Stack>
      <Stack>
        <PreviewPanel preview={preview} problem={problem} />
        <SamplePanel sample={sample} each={each} onUse={isLocked ? null : use} />
      </Stack>
    </div>
  )
}

function SwitchOff({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const patch = usePatchWebhook(webhook.id)
  const switchOff = async () => {
    await patch({ mapping: null }, t`The mapping is switched off. Deliveries are kept and become no contacts.`)
    onDone()
  }
  return (
    <ConfirmButton
      button={{ children: t`Switch off` }}
      title={t`Switch the mapping off`}
      label={t`Switch it off`}
      onConfirm={switchOff}
    >
      <Trans>
        Deliveries are still taken and kept, but become no contacts. This mapping is forgotten; to keep it for later,
        copy it from JSON first. Contacts that were made stay.
      </Trans>
    </ConfirmButton>
  )
}

interface Options extends Pick<Props, 'webhook' | 'presets'> {
  /** Null while invalid. */
  mapping: MappingJson | null
  reset: (mapping: MappingJson) => void
}

function useSave({ webhook, presets, mapping, reset }: Options) {
  const patch = usePatchWebhook(webhook.id)
  const canon = (each: MappingJson | null) =>
    each === null ? '' : JSON.stringify(toMapping(draftOf(each, presets), presets))
  const stored = canon(webhook.mapping)
  const [base, setBase] = useState(stored)
  const current = canon(mapping)
  const isChanged = current !== base

  // Another person's save is shown, unless it would discard what was typed.
  const isOverwriting = stored !== base && isChanged && current !== stored
  useEffect(() => {
    if (stored === base || isOverwriting) return
    setBase(stored)
    if (webhook.mapping && current !== stored) reset(webhook.mapping)
  }, [stored, base, isOverwriting, current, webhook.mapping, reset])

  const {
    mutate,
    error,
    isPending,
    reset: forget,
  } = useMutation({
    mutationFn: () => patch({ mapping }, t`The mapping is saved. It counts for what comes in from now on.`),
    onSuccess: (saved) => setBase(canon(saved.mapping)),
  })
  const undo = () => {
    forget()
    setBase(stored)
    if (webhook.mapping) reset(webhook.mapping)
  }
  return { isBusy: isPending, error, isChanged, isOverwriting, run: () => mutate(), undo }
}

interface MoreRulesProps {
  draft: MappingDraft
  onChange: (change: Partial<MappingDraft>) => void
  leaves: readonly Leaf[]
  errors: Record<string, string>
  isLocked: boolean
}

function MoreRules({ draft, onChange, leaves, errors, isLocked }: MoreRulesProps) {
  const pointers = leaves.map(({ pointer }) => pointer)
  const lists = [
    ...new Set(pointers.filter((pointer) => /\/0(?=\/|$)/.test(pointer)).map((each) => each.split('/0')[0]!)),
  ]
  const there = leaves.find(({ pointer }) => pointer === draft.when.pointer)
  return (
    <Stack gap="xs">
      <Lockable disabled={isLocked}>
        <Checkbox
          label={t`Keep everything else`}
          description={t`Values that no field has taken become additional fields of the contact.`}
          {...ticked(draft.rest, (rest) => onChange({ rest }))}
        />
      </Lockable>
      <Accordion variant="contained" chevronPosition="left">
        <Accordion.Item value="more">
          <Accordion.Control>
            <Strong>
              <Trans>Which deliveries, and lists of people</Trans>
            </Strong>
            <Hint>
              {draft.when.pointer
                ? t`Only where ${draft.when.pointer} is ${formatList(draft.when.equals.map(String), 'disjunction')}`
                : t`All deliveries`}
              {draft.each ? t`, one contact for each item of ${draft.each}` : t`, one contact each`}
            </Hint>
          </Accordion.Control>
          <Accordion.Panel>
            <Lockable disabled={isLocked}>
              <Stack gap="sm">
                <Autocomplete
                  label={t`Only deliveries where the value at`}
                  placeholder={t`/event`}
                  description={t`Others are skipped: they stay in the inbox. Empty: all deliveries.`}
                  data={[...new Set(pointers)]}
                  limit={40}
                  value={draft.when.pointer}
                  onChange={(pointer) => onChange({ when: { ...draft.when, pointer } })}
                  error={errors['mapping.when.pointer'] ?? errors['mapping.when']}
                />
                <TagsInput
                  label={t`is one of`}
                  placeholder={t`Type a value, then Enter`}
                  data={there ? [String(there.value)] : []}
                  value={draft.when.equals}
                  onChange={(equals) => onChange({ when: { ...draft.when, equals } })}
                  error={errors['mapping.when.equals']}
                />
                <Autocomplete
                  label={t`One contact for each item of the list at`}
                  placeholder={t`None`}
                  description={t`For deliveries with several people. Paths of the fields then begin at the item.`}
                  data={lists}
                  value={draft.each}
                  onChange={(each) => onChange({ each })}
                  error={errors['mapping.each']}
                />
                {Array.isArray(draft.answers) && draft.answers.length > 0 && (
                  <Hint>
                    <Trans>This mapping also says where questions and answers are. Change that under JSON.</Trans>
                  </Hint>
                )}
              </Stack>
            </Lockable>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
