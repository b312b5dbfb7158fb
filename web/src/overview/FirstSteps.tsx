import { CloseButton, Group, Paper, Progress, SimpleGrid, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { answerOf, api, dataOf, useMay, useMe } from '../api/client.ts'
import { icon } from '../parts/icons.tsx'
import { listPlatforms, PLATFORMS } from '../parts/platforms.tsx'
import { Heading, Muted } from '../parts/text.tsx'
import { SecondaryButton, SecondaryLink } from '../parts/ui.tsx'
import { addDays } from '../parts/wall-clock.ts'
import classes from './Overview.module.css'

const IconCircle = icon`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`
const IconDone = icon`M17 3.34a10 10 0 1 1 -14.995 8.984l-.005 -.324l.005 -.324a10 10 0 0 1 14.995 -8.336zm-1.293 5.953a1 1 0 0 0 -1.32 -.083l-.094 .083l-3.293 3.292l-1.293 -1.292l-.094 -.083a1 1 0 0 0 -1.403 1.403l.083 .094l2 2l.094 .083a1 1 0 0 0 1.226 0l.094 -.083l4 -4l.083 -.094a1 1 0 0 0 -.083 -1.32z`

const FormExample = lazy(() => import('./FormExample.tsx'))

export const DONE = 'light-dark(var(--mantine-primary-color-filled), var(--mantine-color-anchor))'
const TO_DO = 'var(--mantine-color-dimmed)'

interface Step {
  title: string
  text: string
  action: string
  to?: string
}

interface Look extends Step {
  /** A live message about this noun checks the step again. */
  noun: 'connections' | 'keys' | 'reports' | 'webhooks' | 'posts'
}

const LOOKS: Look[] = [
  {
    noun: 'connections',
    title: 'Connect an account',
    text: `${listPlatforms(PLATFORMS, 'disjunction')}: where your posts go out.`,
    action: 'Connect',
    to: '/settings/connections',
  },
  {
    noun: 'keys',
    title: 'Create an API key',
    text: 'For your own programs that send contacts or posts.',
    action: 'Create',
    to: '/settings/keys',
  },
  {
    noun: 'reports',
    title: 'Put a form on your website',
    text: 'Copy a form that sends contacts here. It needs no key.',
    action: 'Show the form',
  },
  {
    noun: 'webhooks',
    title: 'Create a webhook',
    text: 'For what other services send you, such as orders or leads.',
    action: 'Create',
    to: '/webhooks',
  },
  {
    noun: 'posts',
    title: 'Compose the first post',
    text: 'Write it once, see how each platform will show it.',
    action: 'Compose',
    to: '/posts/new',
  },
]

const SECURE: Step = {
  title: 'Secure your sign-in',
  text: 'A second factor or a passkey: a stolen password is then not enough.',
  action: 'Set up',
  to: '/settings/security',
}

/** It can be closed, and disappears when all steps are done. */
export function FirstSteps() {
  const me = useMe()
  const [isAway, setAway] = useLocalStorage({
    key: `doorpost.first-steps.${me.data?.user.id ?? ''}`,
    defaultValue: 'no',
    getInitialValueInEffect: false,
  })
  const [isFormOpen, form] = useDisclosure()
  const steps = useSteps(isAway === 'no')
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0
  if (isAway !== 'no' || steps === undefined || done === steps.length) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-steps">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Heading id="first-steps">First steps</Heading>
          <Muted>
            {done} of {steps.length} done. They are ticked off automatically.
          </Muted>
        </div>
        <CloseButton aria-label="Hide the first steps" title="Hide" onClick={() => setAway('yes')} />
      </Group>
      <Progress value={(done / steps.length) * 100} mt="xs" mb="md" size="sm" aria-label="First steps done" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" component="ul" m={0} p={0}>
        {steps.map((step) => (
          <Item key={step.title} {...step} onForm={form.open} />
        ))}
      </SimpleGrid>
      <Suspense>{isFormOpen && <FormExample onClose={form.close} />}</Suspense>
    </Paper>
  )
}

function Item({ title, text, action, to, isDone, onForm }: Step & { isDone: boolean; onForm: () => void }) {
  const Sign = isDone ? IconDone : IconCircle
  const look = isDone ? { fill: DONE, stroke: 0, 'aria-label': 'Done' } : { color: TO_DO, 'aria-label': 'To do' }
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <Sign size={22} className={classes.sign} role="img" {...look} />
      <div>
        <Text fw={600} {...(isDone && { c: 'dimmed', td: 'line-through' })}>
          {title}
        </Text>
        {!isDone && <Muted mb={6}>{text}</Muted>}
        {!isDone && to !== undefined && (
          <SecondaryLink size="compact-sm" to={to} aria-label={`${action}: ${title}`}>
            {action}
          </SecondaryLink>
        )}
        {!isDone && to === undefined && (
          <SecondaryButton size="compact-sm" onClick={onForm}>
            {action}
          </SecondaryButton>
        )}
      </div>
    </Group>
  )
}

const FORM_DAYS = 366

async function isTaken(noun: Look['noun'], signal: AbortSignal): Promise<boolean> {
  if (noun !== 'reports') {
    return (await answerOf(api.GET(`/v1/${noun}`, { params: { query: { limit: 1 } }, signal }))).pagination.total > 0
  }
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: addDays(to, 1 - FORM_DAYS), to, by: 'channel' as const }
  const { series } = await dataOf(api.GET('/v1/reports/contacts', { params: { query }, signal }))
  return series.some(({ value }) => value === 'form')
}

/** Undefined until all are checked; a step whose check failed is left out. */
function useSteps(isWanted: boolean) {
  const may = useMay()
  const me = useMe()
  const enabled = isWanted && may.write
  const looks = LOOKS.filter(({ noun }) => noun !== 'keys' || may.own)
  const results = useQueries({
    queries: looks.map(({ noun }) => ({
      queryKey: [noun, 'first step'],
      queryFn: ({ signal }: { signal: AbortSignal }) => isTaken(noun, signal),
      enabled,
    })),
  })
  if (!enabled || me.data === undefined || results.some(({ isPending }) => isPending)) return undefined
  const { two_factor, passkeys } = me.data.user
  return [
    ...looks.flatMap((look, index) => {
      const isDone = results[index]?.data
      return isDone === undefined ? [] : [{ ...look, isDone }]
    }),
    { ...SECURE, isDone: two_factor || passkeys > 0 },
  ]
}
