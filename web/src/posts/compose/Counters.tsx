import { Tooltip } from '@mantine/core'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import classes from './compose.module.css'
import { composeText, countHashtags, countText } from './counters.ts'
import { type Draft, partsOf } from './draft.ts'
import { LISTS } from './lists.ts'

const HASHTAGS_MAX = 30

const RULE: Record<Platform, string> = {
  thread: 'Threads takes 500 characters. An emoji counts as its bytes, mostly 4 or more.',
  photo: 'Instagram takes 2,200 characters, hashtags included.',
  professional: 'LinkedIn takes 3,000 characters, hashtags included.',
  short: 'X takes 280. A link counts 23; emoji and Chinese, Japanese or Korean letters count 2.',
}

function levelOf(left: number, max: number): string {
  if (left < 0) return 'over'
  return left <= max * 0.1 ? 'near' : 'fine'
}

/** How much room is left on each platform, by its own rules. */
export function Counters({ draft, platforms }: { draft: Draft; platforms: readonly Platform[] }) {
  return (
    <div className={classes.counters}>
      {platforms.map((platform) => (
        <Counter key={platform} draft={draft} platform={platform} />
      ))}
    </div>
  )
}

function Counter({ draft, platform }: { draft: Draft; platform: Platform }) {
  const parts = partsOf(draft, platform)
  const { used, max } = countText(platform, parts, LISTS)
  const hashtags = platform === 'photo' ? countHashtags(composeText(parts)) : 0
  const left = max - used
  const { icon: Sign, label } = PLATFORM[platform]
  return (
    <>
      <Tooltip label={RULE[platform]} multiline maw={300}>
        <span className={classes.counter} data-level={levelOf(left, max)}>
          <Sign size={14} aria-hidden />
          {label}: {left >= 0 ? `${left.toLocaleString()} left` : `${(-left).toLocaleString()} too many`}
        </span>
      </Tooltip>
      {hashtags > 0 && (
        <span className={classes.counter} data-level={levelOf(HASHTAGS_MAX - hashtags, HASHTAGS_MAX)}>
          {hashtags} of {HASHTAGS_MAX} hashtags
        </span>
      )}
    </>
  )
}
