import { Anchor, Box, Group, Image } from '@mantine/core'
import { IconFile, IconMovie, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { previewOf } from '../../parts/preview.ts'
import { keyed, kindOf } from '../media.ts'
import { isWebLink } from '../post.ts'

/** Thumbnails that link to the files. Videos are not fetched until somebody opens them. */
export function Media({ urls, size }: { urls: readonly string[]; size: number }) {
  if (urls.length === 0) return null
  return (
    <Group gap="xs">
      {keyed(urls).map(({ key, url }, index) => (
        <Thumbnail key={key} url={url} label={`File ${index + 1} of ${urls.length}`} size={size} />
      ))}
    </Group>
  )
}

const FRAME = {
  display: 'flex',
  bd: '1px solid var(--mantine-color-default-border)',
  bdrs: 'sm',
  bg: 'light-dark(#f1f3f5, #2b3036)',
  c: 'dimmed',
  style: { alignItems: 'center', justifyContent: 'center', overflow: 'hidden' },
}

function Thumbnail({ url, label, size }: { url: string; label: string; size: number }) {
  const [isBroken, setBroken] = useState(false)
  const isVideo = kindOf(url) === 'video'
  if (!isWebLink(url)) {
    return (
      <Box {...FRAME} w={size} h={size} title={url}>
        <IconFile size={24} role="img" aria-label={label} />
      </Box>
    )
  }
  return (
    <Anchor
      {...FRAME}
      w={size}
      h={size}
      href={url}
      target="_blank"
      rel="noreferrer"
      title={isVideo ? `Open the video: ${url}` : url}
      aria-label={isVideo ? `${label}, a video` : label}
    >
      {isVideo ? (
        <IconMovie size={28} aria-hidden />
      ) : isBroken ? (
        <IconPhotoOff size={24} aria-hidden />
      ) : (
        <Image src={previewOf(url)} alt="" h="100%" loading="lazy" onError={() => setBroken(true)} />
      )}
    </Anchor>
  )
}
