import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton, Group, Paper, Progress, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useMay, useMe, useRead } from '../api/client.ts'
import type { FirstSteps as Done } from '../api/schema.ts'
import { icon } from '../parts/icons.tsx'
import { More } from '../parts/Page.tsx'
import { Heading, Muted, Small } from '../parts/text.tsx'
import { SecondaryLink } from '../parts/ui.tsx'
import classes from './Overview.module.css'

const IconCircle = icon`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`
const IconDone = icon`M17 3.34a10 10 0 1 1 -14.995 8.984l-.005 -.324l.005 -.324a10 10 0 0 1 14.995 -8.336zm-1.293 5.953a1 1 0 0 0 -1.32 -.083l-.094 .083l-3.293 3.292l-1.293 -1.292l-.094 -.083a1 1 0 0 0 -1.403 1.403l.083 .094l2 2l.094 .083a1 1 0 0 0 1.226 0l.094 -.083l4 -4l.083 -.094a1 1 0 0 0 -.083 -1.32z`

export const DONE = 'light-dark(var(--mantine-primary-color-filled), var(--mantine-color-anchor))'

interface Step {
  key: keyof Done
  title: MessageDescriptor
  text: MessageDescriptor
  action: MessageDescriptor
  to: string
  isForOwners?: boolean
}

const STEPS: readonly Step[] = [
  {
    key: 'account',
    title: msg`Connect an account`,
    text: msg`Where your posts go out: LinkedIn, Instagram, Bluesky and others.`,
    action: msg({ message: 'Connect', comment: 'Button: connect an account of a network' }),
    to: '/settings/connections',
    isForOwners: true,
  },
  {
    key: 'post',
    title: msg`Write a post`,
    text: msg`Once, for all of your accounts; you see how each network shows it.`,
    action: msg`Compose`,
    to: '/posts/new',
  },
  {
    key: 'form',
    title: msg`Put up a form`,
    text: msg`On your website or as a page of its own. What people send comes in here.`,
    action: msg`New form`,
    to: '/forms',
  },
  {
    key: 'told',
    title: msg`Get notified of new leads`,
    text: msg`By mail, in the browser, in a chat or on your phone.`,
    action: msg`Choose how`,
    to: '/settings/notifications',
  },
  {
    key: 'team',
    title: msg`Invite somebody`,
    text: msg`They see what you see, or write with you.`,
    action: msg({ message: 'Invite', comment: 'Button: invite a person into the team' }),
    to: '/settings/team',
    isForOwners: true,
  },
]

const FOR_DEVELOPERS: readonly Step[] = [
  {
    key: 'key',
    title: msg`Generate an API key`,
    text: msg`For your own programs that send contacts or posts.`,
    action: msg`Generate`,
    to: '/keys',
    isForOwners: true,
  },
  {
    key: 'webhook',
    title: msg`Receive from another service`,
    text: msg`Typeform, Shopify, Calendly and others send what comes in there.`,
    action: msg({ message: 'Set up', comment: 'Button: begin to receive from another service' }),
    to: '/webhooks',
  },
]

/** The list of first steps. It can be closed, and disappears once all steps for people are done. */
export function FirstSteps() {
  const { t } = useLingui()
  const me = useMe()
  const may = useMay()
  const [isAway, setAway] = useLocalStorage({
    key: `doorpost.first-steps.${me.data?.user.id ?? ''}`,
    defaultValue: 'no',
    getInitialValueInEffect: false,
  })
  const enabled = may.write && isAway === 'no'
  // Uses the query key of reports, so that a finished step shows at once.
  const { data } = useRead(['reports', 'first steps'], '/v1/reports/first-steps', { enabled })
  if (!enabled || data === undefined) return null
  const mine = (steps: readonly Step[]) => steps.filter(({ isForOwners }) => may.own || !isForOwners)
  const steps = mine(STEPS)
  const open = steps.filter(({ key }) => !data[key])
  const done = steps.filter(({ key }) => data[key])
  const forDevelopers = mine(FOR_DEVELOPERS).filter(({ key }) => !data[key])
  if (open.length === 0) return null
  const count = done.length
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-steps">
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Heading id="first-steps">
          <Trans>First steps</Trans>
        </Heading>
        <CloseButton aria-label={t`Hide the first steps`} title={t`Hide`} onClick={() => setAway('yes')} />
      </Group>
      <Progress
        value={(count / steps.length) * 100}
        mb="md"
        size="sm"
        aria-label={plural(count, { one: '# step is done', other: '# steps are done' })}
      />
      <ul className={classes.steps}>
        {open.map((step) => (
          <Item key={step.key} of={step} />
        ))}
      </ul>
      <Group gap="xl" align="flex-start" mt="xs" className={classes.folded!}>
        {count > 0 && (
          <More label={plural(count, { one: '# step is done', other: '# steps are done' })}>
            <ul className={classes.done}>
              {done.map(({ key, title }) => (
                <Group key={key} component="li" gap={8} wrap="nowrap">
                  <IconDone size={18} fill={DONE} stroke={0} />
                  <Small>{t(title)}</Small>
                </Group>
              ))}
            </ul>
          </More>
        )}
        {forDevelopers.length > 0 && (
          <More label={t`For developers`}>
            <ul className={classes.steps}>
              {forDevelopers.map((step) => (
                <Item key={step.key} of={step} />
              ))}
            </ul>
          </More>
        )}
      </Group>
    </Paper>
  )
}

function Item({ of: { title, text, action, to } }: { of: Step }) {
  const { t } = useLingui()
  const name = t(title)
  const label = t(action)
  return (
    <li className={classes.step}>
      <IconCircle size={22} className={classes.sign} color="var(--mantine-color-dimmed)" />
      <div>
        <Text fw={600}>{name}</Text>
        <Muted mb={6}>{t(text)}</Muted>
        <SecondaryLink size="compact-sm" to={to} aria-label={`${label}: ${name}`}>
          {label}
        </SecondaryLink>
      </div>
    </li>
  )
}
