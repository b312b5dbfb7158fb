import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, type ButtonProps, Fieldset, Group, Select, Stack, type StackProps } from '@mantine/core'
import { type UseFormInput, useForm } from '@mantine/form'
import { useTimeout } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiProblem, isProblem, messageOf, onceKey } from '../api/client.ts'
import { besideField, withLabels } from './field-texts.ts'
import { IconAlertTriangle, IconHistory } from './icons.tsx'
import { nameOfTyped, readKept, typedIn, withTyped, writeKept } from './kept.ts'
import { Small, Strong } from './text.tsx'
import { SecondaryButton, SmallButton } from './ui.tsx'

interface Refusal {
  texts: string[]
  /** In milliseconds since 1970. */
  retryAt: number | null
}

interface ApiFormOptions<V> extends UseFormInput<V> {
  initialValues: V
  /** `once` makes a create safe to repeat. */
  send: (values: V, once: ReturnType<typeof onceKey>) => Promise<unknown>
  /** The field that shows errors of this path; null if none does. */
  fieldFor?: (path: string, values: V) => string | null
  /** Gets the fields with errors. */
  onRefusal?: (fields: string[]) => void
  /** Keeps what is typed in this browser under this name until it is sent. */
  keptAs?: string
  /** Fields that are never kept. */
  secret?: ReadonlyArray<keyof V>
}

/** A form that is sent to the API, one request at a time. Field errors are shown beside their fields, others are in `refusal`. */
export function useApiForm<V extends object>(settings: ApiFormOptions<V>) {
  const { send, fieldFor = fieldOfPath, onRefusal, keptAs, secret, ...options } = settings
  const form = useForm<V>(options)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isUnderWay = useRef(false)
  const once = useRef(onceKey())
  const kept = useKept(keptAs, typedIn(form.getInitialValues(), form.values, secret), (typed) =>
    form.setValues(withTyped(form.getInitialValues(), typed)),
  )

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      const values = form.getValues()
      const { fields, others: texts, focus } = placeErrors(error, (path) => fieldFor(path, values))
      onRefusal?.(Object.keys(fields))
      // The key was used with other values.
      if (isProblem(error, 'idempotency_mismatch')) once.current = onceKey()
      form.setErrors(fields)
      if (focus !== undefined) form.getInputNode(focus)?.focus()
      const wait = error instanceof ApiProblem ? error.retryAfter : null
      if (texts.length > 0) setRefusal({ texts, retryAt: wait === null ? null : Date.now() + wait * 1000 })
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  const submit = form.onSubmit((values) =>
    run(async () => {
      await send(values, once.current)
      kept.clear()
    }),
  )
  return {
    ...form,
    isBusy,
    refusal,
    run,
    submit,
    restored: kept.isRestored ? { discard: form.reset, hasSecrets: secret !== undefined } : null,
    clearKept: kept.clear,
    forget: () => setRefusal(null),
    /** Starts again from what is stored. */
    restart: (values: V) => {
      form.setInitialValues(values)
      form.setValues(values)
    },
  }
}

/** Keeps what was typed in this browser, and restores it when the page or dialog is opened again. `typed` is null if there is nothing to keep. */
export function useKept<T>(as: string | undefined, typed: T | null, restore: (typed: T) => void) {
  const name = as === undefined ? null : nameOfTyped(as)
  const [hasRead, setRead] = useState(false)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read once
  useLayoutEffect(() => {
    const kept = name === null ? null : (readKept(name) as T | null)
    if (kept === null) return
    restore(kept)
    setRead(true)
  }, [])
  const text = JSON.stringify(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when something else was typed
  useEffect(() => {
    // The restored values arrive with the next render.
    if (name !== null && !isFirst.current) writeKept(name, typed)
    isFirst.current = false
  }, [text])
  return {
    isRestored: hasRead && typed !== null,
    clear: () => {
      if (name !== null) writeKept(name, null)
    },
  }
}

/** `scopes[2]` belongs to the field `scopes`. */
export function fieldOfPath(path: string, values: object): string | null {
  const field = path.split(/[.[]/, 1)[0]!
  return field in values ? field : null
}

function placeErrors(error: unknown, fieldFor: (path: string) => string | null) {
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const [path, texts] of Object.entries(error instanceof ApiProblem ? error.details : {})) {
    const field = fieldFor(path)
    if (field === null) others.push(...texts.map((text) => withLabels([path], text)))
    else fields[field] = [fields[field], ...texts.map((text) => besideField(path, text))].filter(Boolean).join(' ')
  }
  const focus = Object.keys(fields)[0]
  return { fields, others: others.length > 0 || focus ? others : [messageOf(error)], focus }
}

interface FormState extends Pick<ReturnType<typeof useApiForm>, 'isBusy' | 'refusal' | 'submit' | 'clearKept'> {
  restored: RestoredProps | null
}

interface FormProps extends StackProps {
  of: Omit<FormState, 'clearKept'>
  lead?: ReactNode
  /** False if the refusal is shown elsewhere. */
  withRefusal?: boolean
  isLocked?: boolean
}

export function Form({ of, lead, withRefusal = true, isLocked, children, ...stack }: FormProps) {
  const fields = (
    <Stack {...stack}>
      {lead}
      {of.restored && <Restored {...of.restored} />}
      {withRefusal && of.refusal && <FormProblem {...of.refusal} />}
      {children}
    </Stack>
  )
  return (
    <form onSubmit={of.submit} noValidate>
      {isLocked === undefined ? fields : <Lockable disabled={isLocked}>{fields}</Lockable>}
    </form>
  )
}

interface RestoredProps {
  discard: () => void
  hasSecrets?: boolean
}

/** Says that what was typed before is here again. */
export function Restored({ discard, hasSecrets = false }: RestoredProps) {
  return (
    <Alert color="blue" icon={<IconHistory />} role="status">
      <Group justify="space-between" gap="xs">
        <Small>
          <Trans>What you had typed is here again.</Trans>{' '}
          {hasSecrets && <Trans>Secrets are not kept: type them again.</Trans>}
        </Small>
        <SmallButton onClick={discard}>
          <Trans>Discard it</Trans>
        </SmallButton>
      </Group>
    </Alert>
  )
}

export const Lockable = Fieldset.withProps({ variant: 'unstyled', m: 0, miw: 0 })

/** `title` says what failed. */
export function FormProblem({ texts, retryAt, title }: Refusal & { title?: string }) {
  return (
    <ErrorAlert title={title}>
      <Stack gap={4}>
        {texts.map((text) => (
          <Small key={text}>{text}</Small>
        ))}
        {retryAt !== null && <Wait key={retryAt} until={retryAt} />}
      </Stack>
    </ErrorAlert>
  )
}

export const ErrorAlert = Alert.withProps({
  color: 'red',
  role: 'alert',
  icon: <IconAlertTriangle />,
})

/** Counts down to the end of the wait. */
function Wait({ until }: { until: number }) {
  const [isOver, setOver] = useState(false)
  useTimeout(() => setOver(true), until - Date.now(), { autoInvoke: true })
  return (
    isOver && (
      <Strong>
        <Trans>You can try again now.</Trans>
      </Strong>
    )
  )
}

export function SubmitButton({ of, ...button }: ButtonProps & { of: Pick<FormState, 'isBusy'> }) {
  return <Button type="submit" loading={of.isBusy} {...button} />
}

interface DialogButtonsProps extends ButtonProps {
  /** The form, or the mutation that the second button starts. */
  of: Pick<FormState, 'isBusy' | 'clearKept'> | { isPending: boolean; mutate: () => void }
  label: string
  back?: string
  onBack: () => void
}

export function DialogButtons({ of, label, back, onBack, mt, ...button }: DialogButtonsProps) {
  const { t } = useLingui()
  const action =
    'mutate' in of
      ? { loading: of.isPending, onClick: () => of.mutate() }
      : { loading: of.isBusy, type: 'submit' as const }
  const leave = () => {
    if ('clearKept' in of) of.clearKept()
    onBack()
  }
  return (
    <Group justify="flex-end" mt={mt}>
      <SecondaryButton onClick={leave}>{back ?? t`Cancel`}</SecondaryButton>
      <Button {...action} {...button}>
        {label}
      </Button>
    </Group>
  )
}

/** Cannot be cleared. */
export const FixedSelect = Select.withProps({ allowDeselect: false })

/** The props of an input that shows a state. */
export function typed(value: string, set: (value: string) => void) {
  return { value, onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value) }
}

/** The props of a checkbox that shows a state. */
export function ticked(checked: boolean, set: (checked: boolean) => void) {
  return { checked, onChange: (event: { currentTarget: { checked: boolean } }) => set(event.currentTarget.checked) }
}

type Labels<V extends string> = Record<V, string | { label: string }>

/** Labels by value, as Mantine's inputs take them. */
export function choices<V extends string>(labels: Labels<V>): Array<{ value: V; label: string }> {
  return (Object.entries(labels) as Array<[V, Labels<V>[V]]>).map(([value, named]) => ({
    value,
    label: typeof named === 'string' ? named : named.label,
  }))
}

type UrlState = Record<string, string | undefined>

/**
 * The query of the URL and a function that changes parts of it. `undefined` removes a value; with `push`, the back button
 * undoes the change.
 */
export function useUrl(): [UrlState, (change: UrlState, how?: 'push') => void] {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const change = (change: UrlState, how?: 'push') =>
    void navigate({
      to: '.',
      search: (old: UrlState) => ({ ...old, ...change }),
      replace: how !== 'push',
      resetScroll: false,
    })
  return [search, change]
}

/** A choice that is kept in the URL unless it is the usual one. Returns the props of a Mantine input. */
export function useUrlChoice<V extends string>(
  name: string,
  labels: Parameters<typeof choices<V>>[0],
  usual: NoInfer<V>,
) {
  const [{ [name]: asked = '' }, change] = useUrl()
  return {
    data: choices(labels),
    value: Object.hasOwn(labels, asked) ? (asked as V) : usual,
    onChange: (next: string | null) => change({ [name]: next === null || next === usual ? undefined : next }),
  }
}

/** A state that starts again when the value changes elsewhere. */
export function useDraftOf<T>(value: T): [T, (draft: T) => void] {
  const [{ from, draft }, set] = useState({ from: value, draft: value })
  if (from !== value) set({ from: value, draft: value })
  return [from === value ? draft : value, (next) => set({ from: value, draft: next })]
}
