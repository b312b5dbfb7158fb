import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Code, Group, Stack, Text, Timeline } from '@mantine/core'
import type { Attempt, Post } from '../api/schema.ts'
import { IconCalendarTime, IconPencil } from '../parts/icons.tsx'
import { More } from '../parts/Page.tsx'
import { Heading, Hint, Small, Time, useTimeZone, Wrapped } from '../parts/text.tsx'
import { Read, stateLook } from '../parts/ui.tsx'
import { showWall, wallOf } from '../parts/wall-clock.ts'
import { useNetworkName } from './accounts.ts'
import { StateIcon } from './PostParts.tsx'
import { useAttempts, useAuthor } from './reading.ts'
import { nextOf, outcomeOf, wordsOfCode } from './state-words.ts'
import { dayAndTime } from './times.ts'

/** White icons on these have a contrast of 4.5 or more. */
const COLOR = { good: 'teal.7', wait: 'blue.8', work: 'violet.8', warn: 'orange.9', bad: 'red.9', none: 'gray.7' }

/** Everything that happened to the post, the oldest first, and what comes next. */
export function PostTimeline({ post }: { post: Post }) {
  const { t } = useLingui()
  const attempts = useAttempts(post)
  return (
    <section aria-label={t`What happened`}>
      <Heading mb="md">
        <Trans>What happened</Trans>
      </Heading>
      <Read of={attempts} rows={3}>
        {(list) => <Steps post={post} attempts={[...list].sort((a, b) => a.number - b.number)} />}
      </Read>
    </section>
  )
}

function Steps({ post, attempts }: { post: Post; attempts: Attempt[] }) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const author = useAuthor(post)
  const network = useNetworkName(post)
  const next = nextOf(post, (at) => dayAndTime(at, zone))
  // A change within seconds belongs to the writing; later ones of sent posts are the engine's.
  const isEdited = post.publication.attempts === 0 && Date.parse(post.updated_at) - Date.parse(post.created_at) > 60_000
  return (
    <Timeline bulletSize={26} lineWidth={2} active={attempts.length + Number(isEdited)}>
      <Timeline.Item
        bullet={<IconPencil size={14} />}
        title={author ? t`Written by ${author}` : t({ message: 'Written', comment: 'A post was written' })}
      >
        <Time at={post.created_at} exact size="sm" c="dimmed" />
      </Timeline.Item>
      {isEdited && (
        <Timeline.Item bullet={<IconPencil size={14} />} title={t`Last changed`}>
          <Time at={post.updated_at} exact size="sm" c="dimmed" />
        </Timeline.Item>
      )}
      {attempts.map((attempt) => {
        const [outcome, state] = outcomeOf(attempt.outcome)
        return (
          <Timeline.Item
            key={`${attempt.number} ${attempt.started_at}`}
            bullet={<StateIcon state={state} />}
            title={t(outcome)}
            color={COLOR[stateLook(state).tone]}
          >
            <OneAttempt attempt={attempt} network={network} />
          </Timeline.Item>
        )
      })}
      {next && (
        <Timeline.Item
          bullet={<IconCalendarTime size={14} />}
          title={t({ message: 'Next', comment: 'What happens next to a post' })}
          lineVariant="dashed"
        >
          <Text size="sm" c="dimmed">
            {next}
          </Text>
        </Timeline.Item>
      )}
    </Timeline>
  )
}

function OneAttempt({ attempt, network }: { attempt: Attempt; network: string }) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const { message, code, platform_code, answer, steps, started_at, number } = attempt
  const words = code ? wordsOfCode(code) : null
  return (
    <Stack gap={4}>
      <Time at={started_at} exact size="sm" c="dimmed" />
      {message ? <Wrapped>{message}</Wrapped> : words && <Small>{t(words)}</Small>}
      <More label={<Trans>Steps of attempt {number}</Trans>}>
        <Stack gap={6}>
          <Stack component="ol" gap={2} m={0} p={0}>
            {steps.map(({ at, step, message }) => (
              <Group component="li" key={`${at} ${step}`} gap={10} align="baseline" wrap="nowrap">
                <Hint component="time" dateTime={at} miw={82} style={{ flexShrink: 0 }}>
                  {showWall(wallOf(at, zone), { timeStyle: 'medium' })}
                </Hint>
                <Small>{message}</Small>
              </Group>
            ))}
          </Stack>
          {code && (
            <Hint component="div">
              <Trans>
                Code for support: <Code>{platform_code ? `${code}, ${platform_code}` : code}</Code>
              </Trans>
            </Hint>
          )}
          {answer && (
            <div>
              <Hint mb={4}>
                <Trans>What {network} answered</Trans>
              </Hint>
              <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {showAnswer(answer)}
              </Code>
            </div>
          )}
        </Stack>
      </More>
    </Stack>
  )
}

/** As it came, for people who know the network's interface. */
function showAnswer(answer: Record<string, unknown>): string {
  const { status, body, ...rest } = answer
  const head = status === undefined ? '' : `${t`Status ${String(status)}`}\n`
  const others = Object.keys(rest).length > 0 ? `\n${JSON.stringify(rest, null, 2)}` : ''
  return `${head}${typeof body === 'string' ? layOut(body) : JSON.stringify(body ?? null, null, 2)}${others}`
}

function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
