import { Tooltip } from '@mantine/core'
import { countHashtags, HASHTAGS_MAX } from '../../../../src/platforms/instagram/text.ts'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import classes from './compose.module.css'
import { countText, wholeText } from './counters.ts'
import { type Draft, partsOf } from './draft.ts'
import { loadTwitterText } from './twitter-text.ts'

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
  const { used, max } = countText(platform, parts, loadTwitterText)
  const hashtags = platform === 'photo' ? countHashtags(wholeText(parts)) : 0
  const left = max - used
  const { icon: Sign, label, text } = PLATFORM[platform]
  return (
    <>
      <Tooltip label={text.counting} multiline maw={300}>
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
