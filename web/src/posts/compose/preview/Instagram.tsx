import { UnstyledButton } from '@mantine/core'
import {
  IconBookmark,
  IconChevronLeft,
  IconChevronRight,
  IconHeart,
  IconMessageCircle,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { MediaView } from '../MediaView.tsx'
import { keyed } from '../media.ts'
import { Face, FoldedText, namesOf, type Shown } from './parts.tsx'
import classes from './preview.module.css'

/** A post of the feed, a carousel, or a reel that fills the screen. */
export function Instagram(shown: Shown) {
  return shown.mediaType === 'reel' ? <Reel {...shown} /> : <Feed {...shown} />
}

function Feed({ text, media, account }: Shown) {
  const [asked, setAsked] = useState(0)
  const at = Math.min(asked, Math.max(0, media.length - 1))
  const url = media[at]
  const { handle } = namesOf('photo', account)
  return (
    <>
      <div className={classes.head} style={{ padding: '10px 12px' }}>
        <Face platform="photo" account={account} />
        <span className={classes.bold}>{handle}</span>
      </div>
      <div className={classes.slides} {...(url === undefined ? { 'data-none': true } : {})}>
        {url === undefined ? <NoMedia /> : <MediaView url={url} alt={`File ${at + 1}`} />}
        {media.length > 1 && (
          <span className={classes.place}>
            {at + 1}/{media.length}
          </span>
        )}
        {at > 0 && (
          <UnstyledButton
            className={classes.turn}
            data-side="left"
            aria-label="Previous file"
            onClick={() => setAsked(at - 1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </UnstyledButton>
        )}
        {at < media.length - 1 && (
          <UnstyledButton
            className={classes.turn}
            data-side="right"
            aria-label="Next file"
            onClick={() => setAsked(at + 1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </UnstyledButton>
        )}
      </div>
      <div className={classes.body}>
        {media.length > 1 && (
          <div className={classes.dots} aria-hidden>
            {keyed(media).map(({ key }, index) => (
              <span key={key} {...(index === at ? { 'data-on': true } : {})} />
            ))}
          </div>
        )}
        <div className={classes.signs} aria-hidden>
          <IconHeart size={20} />
          <IconMessageCircle size={20} />
          <IconSend size={20} />
          <IconBookmark size={20} style={{ marginLeft: 'auto' }} />
        </div>
        <FoldedText platform="photo" text={text} lines={2} before={<span className={classes.bold}>{handle} </span>} />
      </div>
    </>
  )
}

function Reel({ text, media, account }: Shown) {
  const { handle } = namesOf('photo', account)
  const url = media[0]
  return (
    <div className={classes.slides} data-reel>
      {url === undefined ? <NoMedia /> : <MediaView url={url} alt="The reel" />}
      <div className={classes.overlay}>
        <div className={classes.head}>
          <Face platform="photo" account={account} />
          <span className={classes.bold}>{handle}</span>
        </div>
        <FoldedText platform="photo" text={text} lines={1} />
      </div>
    </div>
  )
}

function NoMedia() {
  return (
    <div className={classes.none}>
      <span className={classes.empty}>Instagram needs a picture or a video.</span>
    </div>
  )
}
