import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, Menu, Paper, Stack, Tabs, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type Translations, translated } from '../../../src/forms/fields/translations.ts'
import { directionOf, findLanguage, LANGUAGES, type Language } from '../../../src/messages/languages.ts'
import { fieldErrors, isConflict, useMay } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { LeaveQuestion } from '../parts/dialogs.tsx'
import { Restored, typed } from '../parts/forms.tsx'
import { IconPlus, icon } from '../parts/icons.tsx'
import { formatNumber, nameOfLanguage } from '../parts/locale.ts'
import { Heading, Muted, Small, Strong, Subheading, Tag } from '../parts/text.tsx'
import { Empty, OutsideLink, Problem, SecondaryButton, SmallButton } from '../parts/ui.tsx'
import { offerUndo } from '../parts/undo.tsx'
import classes from './build.module.css'
import { draftOf, drawableStyle, drawnOf } from './draft.ts'
import { SaveBar, useBase, usePatchForm } from './editing.tsx'
import { TwoColumns } from './editor.tsx'
import { Preview } from './Preview.tsx'
import { type FormText, groupsOf, missingIn, type TextGroup, textAt, toPatch, withText } from './translation.ts'

const IconLanguage = icon`M4 5h7M9 3v2c0 4.418 -2.239 8 -5 8M5 9c0 2.144 2.952 3.908 6.7 4M12 20l4 -9l4 9M19.1 18h-6.2`

const KINDS: Record<FormText['kind'], MessageDescriptor> = {
  title: msg`Heading`,
  description: msg`Text above the fields`,
  submit_label: msg`Button`,
  thanks_text: msg`Text of the thank-you page`,
  consent_text: msg`What people agree to`,
  subject: msg`Subject`,
  text: msg`Text`,
  label: msg`Label`,
  placeholder: msg`Example in the empty field`,
  help: msg`Help below the field`,
  step: msg`Title of the step`,
  option: msg`Choice`,
}

const PLACES = {
  page: msg`The form`,
  auto_reply: msg`Automatic reply`,
  opt_in_mail: msg`Mail that asks for confirmation`,
} satisfies Record<string, MessageDescriptor>

/** The form in further languages: every text beside its translation. */
export function Languages({ form }: { form: Form }) {
  const { t } = useLingui()
  const isLocked = !useMay().write
  const { translations, set, errors, problem, base, isBusy, save } = useTranslations(form)
  const spoken = LANGUAGES.filter((language) => translations[language] !== undefined)
  const [chosen, choose] = useState<Language | null>(null)
  const language = spoken.find((each) => each === chosen) ?? spoken[0]
  const groups = groupsOf(form, translations)
  const adding = useRef<HTMLButtonElement>(null)
  const closeNotice = useRef(() => {})
  useEffect(() => {
    return () => closeNotice.current()
  }, [])

  const put = (which: Language, words: Translations[Language]) => set((all) => ({ ...all, [which]: words }))
  const add = (which: Language) => {
    put(which, {})
    choose(which)
  }
  const remove = (which: Language) => {
    const words = translations[which]
    const name = nameOfLanguage(which)
    set(({ [which]: _, ...others }) => others)
    adding.current?.focus()
    closeNotice.current = offerUndo(t`${name} is taken out. It is gone once you save.`, () => {
      put(which, words)
      choose(which)
    })
  }
  const left = LANGUAGES.filter((each) => !spoken.includes(each) && each !== findLanguage(form.language))
  const adder = !isLocked && left.length > 0 && (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <SecondaryButton ref={adding} leftSection={<IconPlus size={16} />}>
          <Trans>Add a language</Trans>
        </SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        {left.map((each) => (
          <Menu.Item key={each} onClick={() => add(each)} className={classes.language}>
            {nameOfLanguage(each)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
  const own = nameOfLanguage(form.language)
  const words = (language && translations[language]) ?? {}
  const drawn = drawnOf(draftOf(form), form, '')
  return (
    <div className={classes.columns}>
      <Stack>
        {isLocked && (
          <Alert color="gray">
            <Trans>You can look at the translations. An owner or editor of the team can change them.</Trans>
          </Alert>
        )}
        {base.restored && <Restored {...base.restored} />}
        {language === undefined ? (
          <Empty icon={IconLanguage} title={t`One form, several languages`} action={adder}>
            <Trans>
              This form is in {own}. Write its texts in further languages, and visitors get the one that their browser
              asks for. The answers arrive in the same form.
            </Trans>
          </Empty>
        ) : (
          <Paper withBorder p="md">
            <Stack gap="md">
              <Group justify="space-between">
                <Heading>
                  <Trans>Languages</Trans>
                </Heading>
                {adder}
              </Group>
              <Tabs value={language} onChange={(next) => choose(next as Language)} keepMounted={false}>
                <Tabs.List mb="md" aria-label={t`Languages of the form`}>
                  {spoken.map((each) => (
                    <LanguageTab
                      key={each}
                      language={each}
                      missing={missingIn(translations[each] ?? {}, groups).length}
                    />
                  ))}
                </Tabs.List>
                <Tabs.Panel value={language}>
                  <Texts
                    key={language}
                    form={form}
                    language={language}
                    groups={groups}
                    words={words}
                    errors={errors}
                    isLocked={isLocked}
                    onChange={(path, text) => put(language, withText(words, path, text))}
                    onRemove={() => remove(language)}
                  />
                </Tabs.Panel>
              </Tabs>
            </Stack>
          </Paper>
        )}
        {base.conflict}
        {problem !== null && <Problem error={problem} />}
        {!isLocked && (language !== undefined || base.isChanged) && (
          <SaveBar
            of={base}
            isMarked={Object.keys(errors).length > 0}
            isBusy={isBusy}
            label={t`Save the languages`}
            onSave={save}
          />
        )}
      </Stack>
      <Preview
        form={language === undefined ? drawn : translated(drawn, language, words)}
        style={drawableStyle(form.style)}
      />
      <LeaveQuestion isDirty={() => base.isChanged}>
        <Trans>What you translated is not saved yet.</Trans>
      </LeaveQuestion>
    </div>
  )
}

function useTranslations(latest: Form) {
  const { t } = useLingui()
  const patch = usePatchForm(latest.id)
  const [translations, setTranslations] = useState<Translations>(latest.translations)
  const save = useMutation({
    mutationFn: (): Promise<Form> =>
      patch(base.version, base.changes, t`The languages are saved. The page of the form has them from now on.`),
    onSuccess: (saved): void => base.begin(saved),
  })
  const { error, isPending: isBusy } = save
  const base = useBase<Translations>({
    latest,
    valuesOf: (form) => form.translations,
    toPatch: (values) => toPatch(latest, values),
    values: translations,
    fill(values) {
      setTranslations(values)
      save.reset()
    },
    isBusy,
    part: 'languages',
  })
  const refused = Object.entries(fieldErrors(error)).filter(([path]) => path.startsWith('translations.'))
  return {
    base,
    translations,
    set(change: (all: Translations) => Translations) {
      if (error !== null) save.reset()
      setTranslations(change)
    },
    /** By the paths of the API, such as translations.de.title. */
    errors: Object.fromEntries(refused),
    /** A conflict has its own notice. */
    problem: isConflict(error) || refused.length > 0 ? null : error,
    isBusy,
    save: () => save.mutate(),
  }
}

function LanguageTab({ language, missing }: { language: Language; missing: number }) {
  const { t } = useLingui()
  const name = nameOfLanguage(language)
  const count = formatNumber(missing)
  return (
    <Tabs.Tab
      value={language}
      className={classes.language}
      rightSection={missing > 0 && <Tag size="sm">{t`${count} missing`}</Tag>}
    >
      {name}
    </Tabs.Tab>
  )
}

interface TextsProps {
  form: Form
  language: Language
  groups: readonly TextGroup[]
  words: NonNullable<Translations[Language]>
  errors: Record<string, string>
  isLocked: boolean
  onChange: (path: readonly string[], text: string) => void
  onRemove: () => void
}

function Texts({ form, language, groups, words, errors, isLocked, onChange, onRemove }: TextsProps) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const missing = missingIn(words, groups)
  const all = groups.reduce((sum, { texts }) => sum + texts.length, 0)
  const [own, other] = [form.language, language].map(nameOfLanguage) as [string, string]
  const goToMissing = () => {
    const empty = [...place.current!.querySelectorAll<HTMLElement>('[data-missing]')]
    const here = document.activeElement
    const isAfter = (field: Element) => here !== null && here.compareDocumentPosition(field) === 4
    ;(empty.find(isAfter) ?? empty[0])?.focus()
  }
  return (
    <Stack gap="lg" ref={place}>
      <Stack gap={4}>
        <Small>
          {missing.length === 0 ? (
            <Trans>Every text is there in {other}.</Trans>
          ) : (
            <Plural
              value={missing.length}
              one={`# of ${all} texts is missing. Visitors who read ${other} see it in ${own}, as in the form.`}
              other={`# of ${all} texts are missing. Visitors who read ${other} see them in ${own}, as in the form.`}
            />
          )}
        </Small>
        <Muted>
          <Trans>
            What Doorpost says itself, such as problems and the confirmation, is in {other} in any case. The answers you
            receive stay the same: a choice arrives as the form has it.
          </Trans>
        </Muted>
      </Stack>
      <Group gap="xs">
        {missing.length > 0 && !isLocked && (
          <SmallButton onClick={goToMissing}>
            <Trans>Next missing text</Trans>
          </SmallButton>
        )}
        <OutsideLink size="xs" href={`${form.url}?lang=${language}`}>
          <Trans>Open its page in {other}</Trans>
        </OutsideLink>
        {!isLocked && (
          <SmallButton onClick={onRemove}>
            <Trans>Remove {other}</Trans>
          </SmallButton>
        )}
      </Group>
      {groups.map(({ place, texts }) => {
        const title = typeof place === 'string' ? t(PLACES[place]) : place.label
        return (
          <Stack key={typeof place === 'string' ? place : `field ${place.name}`} gap="sm">
            <Subheading>{title}</Subheading>
            {texts.map((text) => (
              <TextRow
                key={text.path.join('\n')}
                text={text}
                of={title}
                from={form.language}
                to={language}
                value={textAt(words, text.path)}
                error={errors[['translations', language, ...text.path].join('.')]}
                isLocked={isLocked}
                onChange={(value) => onChange(text.path, value)}
              />
            ))}
          </Stack>
        )
      })}
    </Stack>
  )
}

interface TextRowProps {
  text: FormText
  /** The field or mail it belongs to. */
  of: string
  from: string
  to: Language
  value: string
  error: string | undefined
  isLocked: boolean
  onChange: (value: string) => void
}

/** The original beside the field for its translation. */
function TextRow({ text: { kind, original, max, isLong, number }, of, from, to, value, error, ...row }: TextRowProps) {
  const { t } = useLingui()
  const id = useId()
  const what = number === undefined ? t(KINDS[kind]) : t`Choice ${number}`
  const isMissing = original !== null && value.trim() === ''
  const Input = isLong ? Textarea : TextInput
  return (
    <div>
      <Group gap={8} mb={4} mih={24}>
        <Strong component="label" htmlFor={id} fw={500}>
          {what}
        </Strong>
        {isMissing && (
          <Tag size="sm" id={`${id}-missing`}>
            <Trans>Missing</Trans>
          </Tag>
        )}
      </Group>
      <TwoColumns>
        <Small
          id={`${id}-original`}
          className={classes.original}
          lang={original === null ? undefined : from}
          dir={original === null ? undefined : directionOf(from)}
        >
          {original ?? <Trans>The form has none.</Trans>}
        </Small>
        <Input
          id={id}
          aria-label={t`${of}: ${what}`}
          aria-describedby={`${id}-original${isMissing ? ` ${id}-missing` : ''}`}
          data-missing={isMissing || undefined}
          lang={to}
          dir={directionOf(to)}
          maxLength={max}
          error={error}
          readOnly={row.isLocked}
          {...(isLong && { maxRows: 12 })}
          {...typed(value, row.onChange)}
        />
      </TwoColumns>
    </div>
  )
}
