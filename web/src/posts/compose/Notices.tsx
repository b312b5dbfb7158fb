import { Alert, Button, Group, List, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHistory } from '../../parts/icons.tsx'
import { Small, Strong } from '../../parts/text.tsx'
import { AnchorLink, SecondaryLink, SmallButton } from '../../parts/ui.tsx'
import { formatSince, showWall } from '../../parts/wall-clock.ts'
import { shorten } from '../post.ts'
import { useComposer } from './composer.ts'
import { type Draft, ownOf } from './draft.ts'
import type { Action, Made, Outcome } from './outbox.ts'
import { listTargets, nameOf, type Target } from './targets.ts'

/** Lists what was restored, so that nothing is sent unseen. `day` was clicked in the calendar. */
export function Restored({ at, day, onStartOver }: { at: string; day: string | undefined; onStartOver: () => void }) {
  const { draft, chosen } = useComposer()
  return (
    <Alert color="blue" icon={<IconHistory />} role="status">
      <Group justify="space-between" gap="xs">
        <Small maw={620}>
          What you were writing {formatSince(at)} is here again: {restoredParts(draft, chosen).join(', ')}.
          {day === draft.date && ` The date is the day you chose, ${showWall(day, { dateStyle: 'full' })}.`}
        </Small>
        <SmallButton onClick={onStartOver}>Start over</SmallButton>
      </Group>
    </Alert>
  )
}

function restoredParts(draft: Draft, chosen: readonly Target[]): string[] {
  const { text, media } = draft
  const owned = chosen.filter((target) => ownOf(draft, target).text !== null || ownOf(draft, target).media !== null)
  const files = media.length === 1 ? 'one file' : `${media.length} files`
  return [
    ...(text.trim() ? [`the text “${shorten(text.trim().replace(/\s+/g, ' '))}”`] : []),
    ...(media.length > 0 ? [files] : []),
    ...(owned.length > 0 ? [`what ${listTargets(owned, chosen)} had for itself`] : []),
    `for ${listTargets(chosen)}`,
  ]
}

const DONE: Record<Action, string> = { draft: 'saved as a draft', schedule: 'scheduled', now: 'on its way' }

function MadeList({ made }: { made: Made[] }) {
  const targets = made.map(({ target }) => target)
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {made.map(({ target, id, action }) => (
        <List.Item key={id}>
          <AnchorLink to="/posts/$id" params={{ id }} size="sm" underline="always">
            {nameOf(target, targets)}
          </AnchorLink>
          : {DONE[action]}
        </List.Item>
      ))}
    </List>
  )
}

export function Refusals(outcome: Outcome) {
  const { made, refused, unsent } = outcome
  const { chosen } = useComposer()
  const isMarked = refused.some(({ details }) => Object.keys(details).length > 0)
  return (
    <Alert color="red" role="alert" icon={<IconCircleX />} title={titleOfRefusals(outcome)}>
      <Stack gap="xs">
        <List size="sm" spacing={4} listStyleType="none">
          {refused.map(({ target, message, details, id }) => {
            const count = Object.values(details).flat().length
            return (
              <List.Item key={target.key}>
                <strong>{nameOf(target, chosen)}</strong>:{' '}
                {id !== null && 'stored as a draft, but it is not certain that it goes out. '}
                {count > 0 ? `${count === 1 ? 'one thing is' : `${count} things are`} marked below.` : message}
              </List.Item>
            )
          })}
        </List>
        {unsent.length > 0 && (
          <Small>
            {listTargets(unsent.map(({ target }) => target))}: stored as {unsent.length === 1 ? 'a draft' : 'drafts'}{' '}
            and not sent, because the others could not be stored.
          </Small>
        )}
        {made.length > 0 && (
          <div>
            <Strong>Done already</Strong>
            <MadeList made={made} />
          </div>
        )}
        <Small>
          {made.length > 0 && 'What is done stays; the next try is for the rest only. '}
          {isMarked ? 'Correct what is marked and try again.' : 'Try again: nothing is made twice.'} What you typed is
          kept.
        </Small>
      </Stack>
    </Alert>
  )
}

function titleOfRefusals({ made, refused, unsent }: Outcome): string {
  if (unsent.length > 0 || refused.some(({ id }) => id !== null)) {
    return made.length > 0 ? 'Not everything is on its way' : 'Nothing is published yet'
  }
  return made.length > 0 ? 'Some posts are not stored yet' : 'Not stored yet'
}

export function LeftOut({ made }: { made: Made[] }) {
  const left = listTargets(useComposer().chosen)
  return (
    <Alert color="orange" role="status" icon={<IconAlertTriangle />} title={`Left out: ${left}`}>
      <Stack gap="xs">
        <MadeList made={made} />
        <Small>
          What you wrote for {left} is still in this form and was not sent. Correct what is marked, then publish or
          schedule it.
        </Small>
      </Stack>
    </Alert>
  )
}

function titleOf(made: Made[]): string {
  const isAll = (wanted: Action) => made.every(({ action }) => action === wanted)
  if (isAll('schedule')) return `${made.length} posts are scheduled`
  if (isAll('now')) return `${made.length} posts are on their way`
  return isAll('draft') ? `${made.length} drafts are saved` : `${made.length} posts are stored`
}

export function AllMade({ made, onAgain }: { made: Made[]; onAgain: () => void }) {
  return (
    <Alert color="teal" role="status" icon={<IconCircleCheck />} title={titleOf(made)}>
      <Stack gap="sm">
        <MadeList made={made} />
        <Group gap="xs">
          <Button onClick={onAgain}>Write another</Button>
          <SecondaryLink to="/posts">Open the posts</SecondaryLink>
        </Group>
      </Stack>
    </Alert>
  )
}
