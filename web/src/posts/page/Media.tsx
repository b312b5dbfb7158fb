import { Anchor, Box, Group } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { FileView } from '../../media/FileView.tsx'
import { ownPathOf, previewOf } from '../../parts/preview.ts'
import { keyed, kindOf } from '../media.ts'
import { isWebLink } from '../post.ts'

interface MediaProps {
  urls: readonly string[]
  /** In the same order. */
  altTexts: ReadonlyArray<string | null>
  size: number
}

/** Thumbnails that link to the files. Videos of other servers are not fetched until somebody opens them. */
export function Media({ urls, altTexts, size }: MediaProps) {
  if (urls.length === 0) return null
  return (
    <Group gap="xs" align="flex-start">
      {keyed(urls).map(({ key, url }, index) => {
        const alt = altTexts[index]
        const label = `File ${index + 1} of ${urls.length}`
        return <Thumbnail key={key} url={url} label={alt ? `${label}: ${alt}` : label} size={size} />
      })}
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
  const kind = kindOf(url)
  const isVideo = kind === 'video'
  if (!isWebLink(url)) {
    return (
      <Box {...FRAME} w={size} h={size} title={url}>
        <IconFile size={24} role="img" aria-label={label} />
      </Box>
    )
  }
  const isShown = !isVideo || ownPathOf(url) !== null
  return (
    <Anchor
      {...FRAME}
      w={size}
      h={size}
      href={ownPathOf(url) ?? url}
      target="_blank"
      rel="noreferrer"
      title={isVideo ? `Open the video: ${url}` : url}
      aria-label={isVideo ? `${label}, a video` : label}
    >
      <Box w="100%" h="100%" aria-hidden>
        <FileView kind={kind} src={isShown ? previewOf(url) : null} alt="" small />
      </Box>
    </Anchor>
  )
}
