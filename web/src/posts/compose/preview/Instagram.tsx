import { Center, Group, type GroupProps, Stack, UnstyledButton } from '@mantine/core'
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
import { Face, FoldedText, namesOf, type Shown, Signs } from './parts.tsx'
import classes from './preview.module.css'

const TURNS = [
  { by: -1, side: 'left', label: 'Previous file', icon: IconChevronLeft },
  { by: 1, side: 'right', label: 'Next file', icon: IconChevronRight },
]

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
      <Head account={account} px={12} py={10} />
      <div className={classes.slides} {...(url === undefined ? { 'data-none': true } : {})}>
        {url === undefined ? <NoMedia /> : <MediaView url={url} alt={`File ${at + 1}`} />}
        {media.length > 1 && (
          <span className={classes.place}>
            {at + 1}/{media.length}
          </span>
        )}
        {TURNS.map(
          ({ by, side, label, icon: Sign }) =>
            media[at + by] !== undefined && (
              <UnstyledButton
                key={side}
                className={classes.turn}
                style={{ [side]: 8 }}
                aria-label={label}
                onClick={() => setAsked(at + by)}
              >
                <Sign size={18} aria-hidden />
              </UnstyledButton>
            ),
        )}
      </div>
      <Stack gap={10} p={12}>
        {media.length > 1 && (
          <Group justify="center" gap={4} className={classes.dots} aria-hidden>
            {keyed(media).map(({ key }, index) => (
              <span key={key} {...(index === at ? { 'data-on': true } : {})} />
            ))}
          </Group>
        )}
        <Signs icons={[IconHeart, IconMessageCircle, IconSend]} size={20} last={IconBookmark} />
        <FoldedText platform="photo" text={text} lines={2} before={<span className={classes.bold}>{handle} </span>} />
      </Stack>
    </>
  )
}

function Reel({ text, media, account }: Shown) {
  const url = media[0]
  return (
    <div className={classes.slides} data-reel>
      {url === undefined ? <NoMedia /> : <MediaView url={url} alt="The reel" />}
      <div className={classes.overlay}>
        <Head account={account} />
        <FoldedText platform="photo" text={text} lines={1} />
      </div>
    </div>
  )
}

function Head({ account, ...box }: Pick<Shown, 'account'> & GroupProps) {
  return (
    <Group gap={10} wrap="nowrap" {...box}>
      <Face platform="photo" account={account} />
      <span className={classes.bold}>{namesOf('photo', account).handle}</span>
    </Group>
  )
}

function NoMedia() {
  return (
    <Center h="100%" p={12} ta="center" bg="var(--mantine-color-default-hover)">
      <span className={classes.empty}>Instagram needs a picture or a video.</span>
    </Center>
  )
}
