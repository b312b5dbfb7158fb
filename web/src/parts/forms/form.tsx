import { Alert, Button, type ButtonProps, Fieldset, Group, Stack, type StackProps } from '@mantine/core'
import { type UseFormInput, useForm } from '@mantine/form'
import { useTimeout } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ApiProblem, isProblem, messageOf, onceKey } from '../../api/client.ts'
import { SecondaryButton, Small, Strong } from '../variants.ts'

interface Refusal {
  texts: string[]
  /** When it makes sense to try again, in milliseconds since 1970. */
  retryAt: number | null
}

interface ApiFormOptions<V> extends UseFormInput<V> {
  initialValues: V
  /** `once` is for a create: a second click, or a repeat after a lost answer, makes nothing twice. */
  send: (values: V, once: ReturnType<typeof onceKey>) => Promise<unknown>
  /** The field that shows a complaint about this path; null when none does. */
  fieldFor?: (path: string, values: V) => string | null
  /** Gets the fields that show a complaint. */
  onRefusal?: (fields: string[]) => void
}

/**
 * A form whose values are sent to the API, once at a time. Each complaint about a field goes beside it; the rest is `refusal`. What
 * was typed stays.
 */
export function useApiForm<V extends object>(settings: ApiFormOptions<V>) {
  const { send, fieldFor = fieldOfPath, onRefusal, ...options } = settings
  const form = useForm<V>(options)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isUnderWay = useRef(false)
  const once = useRef(onceKey())

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
      // An earlier try with other values has used the key up.
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
  const submit = form.onSubmit((values) => run(() => send(values, once.current)))
  return {
    ...form,
    isBusy,
    refusal,
    run,
    submit,
    forget: () => setRefusal(null),
    /** Begins again with what is stored. */
    restart: (values: V) => {
      form.setInitialValues(values)
      form.setValues(values)
    },
  }
}

/** `scopes[2]` belongs to the field `scopes`. */
function fieldOfPath(path: string, values: object): string | null {
  const field = path.split(/[.[]/, 1)[0]!
  return field in values ? field : null
}

/** The complaints of a refusal: those that a field can show, and the others. */
function placeErrors(error: unknown, fieldFor: (path: string) => string | null) {
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const [path, texts] of Object.entries(error instanceof ApiProblem ? error.details : {})) {
    const field = fieldFor(path)
    if (field === null) others.push(...texts)
    else fields[field] = [fields[field], ...texts.map((text) => besideField(path, text))].filter(Boolean).join(' ')
  }
  const focus = Object.keys(fields)[0]
  return { fields, others: others.length > 0 || focus ? others : [messageOf(error)], focus }
}

/** The API begins its sentences with the field's name, which people see as a label already. */
export function besideField(field: string, text: string): string {
  if (!text.startsWith(`${field} `)) return text
  const index = /\[(\d+)\]$/.exec(field)?.[1]
  return `${index === undefined ? 'This' : `Entry ${Number(index) + 1}`}${text.slice(field.length)}`
}

type FormState = Pick<ReturnType<typeof useApiForm>, 'isBusy' | 'refusal' | 'submit'>

interface FormProps extends StackProps {
  of: FormState
  lead?: ReactNode
  /** False where the refusal is shown in another way. */
  withRefusal?: boolean
  /** True for people who may only look. */
  isLocked?: boolean
}

export function Form({ of, lead, withRefusal = true, isLocked, children, ...stack }: FormProps) {
  const fields = (
    <Stack {...stack}>
      {lead}
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

export const Lockable = Fieldset.withProps({ variant: 'unstyled', m: 0, miw: 0 })

/** `title` says what was not done, where the refusal stands far from the top of the form. */
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
  icon: <IconAlertTriangle aria-hidden />,
})

/** The message says how long to wait; this says when that is over. */
function Wait({ until }: { until: number }) {
  const [isOver, setOver] = useState(false)
  useTimeout(() => setOver(true), until - Date.now(), { autoInvoke: true })
  return isOver && <Strong>You can try again now.</Strong>
}

export function SubmitButton({ of, ...button }: ButtonProps & { of: FormState }) {
  return <Button type="submit" loading={of.isBusy} {...button} />
}

interface DialogButtonsProps extends ButtonProps {
  /** The form around the buttons, or what the second one starts. */
  of: Pick<FormState, 'isBusy'> | { isPending: boolean; mutate: () => void }
  label: string
  back?: string
  onBack: () => void
}

export function DialogButtons({ of, label, back = 'Cancel', onBack, mt, ...button }: DialogButtonsProps) {
  const action =
    'mutate' in of
      ? { loading: of.isPending, onClick: () => of.mutate() }
      : { loading: of.isBusy, type: 'submit' as const }
  return (
    <Group justify="flex-end" mt={mt}>
      <SecondaryButton onClick={onBack}>{back}</SecondaryButton>
      <Button {...action} {...button}>
        {label}
      </Button>
    </Group>
  )
}
