import {
  IconBookmark,
  IconChartBar,
  IconHeart,
  IconMessageCircle,
  IconRepeat,
  IconSend,
  IconThumbUp,
  IconWorld,
} from '@tabler/icons-react'
import type { Connection } from '../../../api/schema.ts'
import type { Platform } from '../../../parts/platforms.tsx'
import { wholeText } from '../counters.ts'
import { type Draft, mediaOf, mediaTypeOf, partsOf } from '../draft.ts'
import { keyed } from '../media.ts'
import { Instagram } from './Instagram.tsx'
import { Card, Cell, Face, FoldedText, namesOf, type Shown } from './parts.tsx'
import classes from './preview.module.css'

interface PreviewProps {
  platform: Platform
  draft: Draft
  account: Connection | null
}

/** How the post will look. Near enough to judge by; each platform changes its looks when it likes. */
export function Preview({ platform, draft, account }: PreviewProps) {
  const shown: Shown = {
    text: wholeText(partsOf(draft, platform)),
    media: mediaOf(draft, platform),
    mediaType: mediaTypeOf(draft, platform),
    account,
  }
  return (
    <Card platform={platform}>
      {platform === 'thread' && <Threads {...shown} />}
      {platform === 'photo' && <Instagram {...shown} />}
      {platform === 'professional' && <LinkedIn {...shown} />}
      {platform === 'short' && <X {...shown} />}
    </Card>
  )
}

function Threads({ text, media, mediaType, account }: Shown) {
  const files = mediaType === 'text' ? [] : media
  return (
    <div className={classes.beside}>
      <Face platform="thread" account={account} />
      <div className={classes.stack}>
        <div className={classes.inline}>
          <span className={classes.bold}>{namesOf('thread', account).handle}</span>
          <span className={classes.muted}>now</span>
        </div>
        <FoldedText platform="thread" text={text} />
        {files.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          <section className={classes.row} data-count={files.length} tabIndex={0} aria-label="Media">
            {keyed(files).map(({ key, url }, index) => (
              <Cell key={key} url={url} index={index} />
            ))}
          </section>
        )}
        <div className={classes.signs} aria-hidden>
          <IconHeart size={18} />
          <IconMessageCircle size={18} />
          <IconRepeat size={18} />
          <IconSend size={18} />
        </div>
      </div>
    </div>
  )
}

function LinkedIn({ text, media, account }: Shown) {
  const files = media.slice(0, 4)
  const rest = media.length - files.length
  return (
    <div className={classes.body}>
      <div className={classes.head}>
        <Face platform="professional" account={account} />
        <div className={classes.who}>
          <span className={classes.bold}>{namesOf('professional', account).name}</span>
          <span className={classes.muted} style={{ fontSize: 12 }}>
            now · <IconWorld size={12} style={{ verticalAlign: -2 }} aria-label="visible to everyone" />
          </span>
        </div>
      </div>
      <FoldedText platform="professional" text={text} lines={3} moreLabel="see more" />
      {files.length > 0 && (
        <div className={classes.wall} data-count={files.length}>
          {keyed(files).map(({ key, url }, index) => (
            <Cell key={key} url={url} index={index}>
              {rest > 0 && index === files.length - 1 && <span className={classes.rest}>+{rest}</span>}
            </Cell>
          ))}
        </div>
      )}
      <div className={`${classes.signs} ${classes.signsWide}`} aria-hidden>
        <span>
          <IconThumbUp size={16} /> Like
        </span>
        <span>
          <IconMessageCircle size={16} /> Comment
        </span>
        <span>
          <IconRepeat size={16} /> Repost
        </span>
        <span>
          <IconSend size={16} /> Send
        </span>
      </div>
    </div>
  )
}

function X({ text, media, account }: Shown) {
  const { name, handle } = namesOf('short', account)
  const files = media.slice(0, 4)
  return (
    <div className={classes.beside}>
      <Face platform="short" account={account} />
      <div className={classes.stack}>
        <div className={classes.inline}>
          <span className={classes.bold}>{name}</span>
          <span className={classes.muted}>@{handle} · now</span>
        </div>
        <FoldedText platform="short" text={text} />
        {files.length > 0 && (
          <div className={`${classes.grid} ${classes.rounded}`} data-count={files.length}>
            {keyed(files).map(({ key, url }, index) => (
              <Cell key={key} url={url} index={index} />
            ))}
          </div>
        )}
        <div className={classes.signs} aria-hidden>
          <IconMessageCircle size={18} />
          <IconRepeat size={18} />
          <IconHeart size={18} />
          <IconChartBar size={18} />
          <IconBookmark size={18} />
        </div>
      </div>
    </div>
  )
}
