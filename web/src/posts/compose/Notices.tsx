import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, List, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHistory } from '../../parts/icons.tsx'
import { Small, Strong, useOwnZone } from '../../parts/text.tsx'
import { AnchorLink, SecondaryLink, SmallButton } from '../../parts/ui.tsx'
import { formatSince, showWall } from '../../parts/wall-clock.ts'
import { shorten } from '../post.ts'
import { useComposer } from './composer.ts'
import { type Draft, ownOf, whenInWords } from './draft.ts'
import type { Action, Made, Outcome } from './outbox.ts'
import { listTargets, nameOf, type Target } from './targets.ts'
import { inScreenWords } from './words.ts'

/** Lists what was restored, so that nothing is sent unseen. `day` was clicked in the calendar. */
export function Restored({ at, day, onStartOver }: { at: string; day: string | undefined; onStartOver: () => void }) {
  const { draft, chosen } = useComposer()
  const since = formatSince(at)
  const parts = useRestoredParts(draft, chosen).join(', ')
  const date = day === draft.date ? showWall(day, { dateStyle: 'full' }) : null
  return (
    <Alert color="blue" icon={<IconHistory />} role="status">
      <Group justify="space-between" gap="xs">
        <Small maw={620}>
          <Trans>
            What you were writing {since} is here again: {parts}.
          </Trans>{' '}
          {date !== null && <Trans>The date is the day you chose, {date}.</Trans>}
        </Small>
        <SmallButton onClick={onStartOver}>
          <Trans>Start over</Trans>
        </SmallButton>
      </Group>
    </Alert>
  )
}

function useRestoredParts(draft: Draft, chosen: readonly Target[]): string[] {
  const { t } = useLingui()
  const { text, media } = draft
  const owned = chosen.filter((target) => ownOf(draft, target).text !== null || ownOf(draft, target).media !== null)
  const start = shorten(text.trim().replace(/\s+/g, ' '))
  const [own, all] = [listTargets(owned, chosen), listTargets(chosen)]
  return [
    ...(start ? [t`the text “${start}”`] : []),
    ...(media.length > 0 ? [plural(media.length, { one: '# file', other: '# files' })] : []),
    ...(owned.length > 0 ? [t`what ${own} had for itself`] : []),
    t`for ${all}`,
  ]
}

function MadeList({ made }: { made: Made[] }) {
  const targets = made.map(({ target }) => target)
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {made.map(({ target, id, action }) => {
        const link = (
          <AnchorLink to="/posts/$id" params={{ id }} size="sm" underline="always">
            {nameOf(target, targets)}
          </AnchorLink>
        )
        return (
          <List.Item key={id}>
            {action === 'draft' && <Trans>{link}: saved as a draft</Trans>}
            {action === 'schedule' && <Trans>{link}: scheduled</Trans>}
            {action === 'now' && <Trans>{link}: on its way</Trans>}
          </List.Item>
        )
      })}
    </List>
  )
}

export function Refusals(outcome: Outcome) {
  const { made, refused, unsent } = outcome
  const { chosen } = useComposer()
  const title = useTitleOfRefusals(outcome)
  const waiting = listTargets(unsent.map(({ target }) => target))
  const isMarked = refused.some(({ details }) => Object.keys(details).length > 0)
  return (
    <Alert color="red" role="alert" icon={<IconCircleX />} title={title}>
      <Stack gap="xs">
        <List size="sm" spacing={4} listStyleType="none">
          {refused.map(({ target, message, details, id }) => {
            const count = Object.values(details).flat().length
            return (
              <List.Item key={target.key}>
                <strong>{nameOf(target, chosen)}</strong>:{' '}
                {id !== null && <Trans>saved as a draft, but it is not certain that it goes out.</Trans>}{' '}
                {count > 0 ? (
                  <Plural value={count} one="one thing is marked below." other="# things are marked below." />
                ) : (
                  inScreenWords(message)
                )}
              </List.Item>
            )
          })}
        </List>
        {unsent.length > 0 && (
          <Small>
            <Trans>{waiting}: saved as a draft and not sent, because the others could not be saved.</Trans>
          </Small>
        )}
        {made.length > 0 && (
          <div>
            <Strong>
              <Trans>Done already</Trans>
            </Strong>
            <MadeList made={made} />
          </div>
        )}
        <Small>
          {made.length > 0 && <Trans>What is done stays; the next try is for the rest only.</Trans>}{' '}
          {isMarked ? (
            <Trans>Correct what is marked and try again. What you typed is kept.</Trans>
          ) : (
            <Trans>Try again: nothing is created twice. What you typed is kept.</Trans>
          )}
        </Small>
      </Stack>
    </Alert>
  )
}

function useTitleOfRefusals({ made, refused, unsent }: Outcome): string {
  const { t } = useLingui()
  if (unsent.length > 0 || refused.some(({ id }) => id !== null)) {
    return made.length > 0 ? t`Not everything is on its way` : t`Nothing is published yet`
  }
  return made.length > 0 ? t`Some posts are not saved yet` : t`Not saved yet`
}

export function LeftOut({ made }: { made: Made[] }) {
  const { t } = useLingui()
  const left = listTargets(useComposer().chosen)
  return (
    <Alert color="orange" role="status" icon={<IconAlertTriangle />} title={t`Left out: ${left}`}>
      <Stack gap="xs">
        <MadeList made={made} />
        <Small>
          <Trans>
            What you wrote for {left} is still in this form and was not sent. Correct what is marked, then publish or
            schedule it.
          </Trans>
        </Small>
      </Stack>
    </Alert>
  )
}

/** "Scheduled: Tue 24 Nov, 9:00, on 6 accounts" */
function titleOf(made: Made[], when: string | null): string {
  const isAll = (wanted: Action) => made.every(({ action }) => action === wanted)
  const count = made.length
  if (isAll('schedule') && when !== null) {
    return plural(count, { one: `Scheduled: ${when}, on # account`, other: `Scheduled: ${when}, on # accounts` })
  }
  if (isAll('now')) return plural(count, { one: '# post is on its way', other: '# posts are on their way' })
  if (isAll('draft')) return plural(count, { one: '# draft is saved', other: '# drafts are saved' })
  return plural(count, { one: '# post is saved', other: '# posts are saved' })
}

interface AllMadeProps {
  made: Made[]
  draft: Draft
  onAgain: () => void
}

export function AllMade({ made, draft, onAgain }: AllMadeProps) {
  const when = whenInWords(draft, useOwnZone())
  const groupId = made.find((each) => each.groupId !== null)?.groupId
  return (
    <Alert color="teal" role="status" icon={<IconCircleCheck />} title={titleOf(made, when)}>
      <Stack gap="sm">
        <MadeList made={made} />
        <Group gap="xs">
          <Button onClick={onAgain}>
            <Trans>Write another</Trans>
          </Button>
          {groupId && (
            <SecondaryLink to="/posts/groups/$id" params={{ id: groupId }}>
              <Trans>See these posts</Trans>
            </SecondaryLink>
          )}
          <SecondaryLink to="/posts">
            <Trans>Open the calendar</Trans>
          </SecondaryLink>
        </Group>
      </Stack>
    </Alert>
  )
}
