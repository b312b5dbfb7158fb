import { Box, Center, Group, type GroupProps, Stack, UnstyledButton } from '@mantine/core'
import {
  IconBookmark,
  IconChevronLeft,
  IconChevronRight,
  IconHeart,
  IconMessageCircle,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { keyed } from '../../media.ts'
import { MediaView } from '../MediaView.tsx'
import { Bold, Face, FoldedText, Quiet, type Shown, Signs } from './parts.tsx'
import classes from './preview.module.css'

const TURNS = [
  { by: -1, side: 'left', label: 'Previous file', icon: IconChevronLeft },
  { by: 1, side: 'right', label: 'Next file', icon: IconChevronRight },
]

/** A post of the feed, a carousel, or a reel that fills the screen. */
export function Instagram(shown: Shown) {
  return shown.mediaType === 'reel' ? <Reel {...shown} /> : <Feed {...shown} />
}

function Feed(shown: Shown) {
  const { text, media, handle } = shown
  const [asked, setAsked] = useState(0)
  const at = Math.min(asked, Math.max(0, media.length - 1))
  const url = media[at]
  return (
    <>
      <Head {...shown} px={12} py={10} />
      <div className={classes.slides} data-none={url === undefined || undefined}>
        <Slide url={url} alt={`File ${at + 1}`} />
        {media.length > 1 && (
          <Box pos="absolute" top={10} right={10} px={8} py={2} fz={12} c="#fff" bg="rgb(0 0 0 / 70%)" bdrs={10}>
            {at + 1}/{media.length}
          </Box>
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
          <Group justify="center" gap={4} aria-hidden>
            {keyed(media).map(({ key }, index) => (
              <Box key={key} w={6} h={6} bg={index === at ? 'var(--live)' : 'var(--line)'} bdrs="50%" />
            ))}
          </Group>
        )}
        <Signs icons={[IconHeart, IconMessageCircle, IconSend]} size={20} last={IconBookmark} />
        <FoldedText platform="photo" text={text} lines={2} before={<Bold>{handle} </Bold>} />
      </Stack>
    </>
  )
}

function Reel(shown: Shown) {
  return (
    <div className={classes.slides} data-reel>
      <Slide url={shown.media[0]} alt="The reel" />
      <div className={classes.overlay}>
        <Head {...shown} />
        <FoldedText platform="photo" text={shown.text} lines={1} />
      </div>
    </div>
  )
}

function Head({ px, py, ...shown }: Shown & Pick<GroupProps, 'px' | 'py'>) {
  return (
    <Group gap={10} wrap="nowrap" px={px} py={py}>
      <Face {...shown} />
      <Bold>{shown.handle}</Bold>
    </Group>
  )
}

function Slide({ url, alt }: { url: string | undefined; alt: string }) {
  if (url !== undefined) return <MediaView url={url} alt={alt} />
  return (
    <Center h="100%" p={12} ta="center" bg="var(--mantine-color-default-hover)">
      <Quiet fs="italic">Instagram needs a picture or a video.</Quiet>
    </Center>
  )
}
