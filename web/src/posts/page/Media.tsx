import { Anchor, Group } from '@mantine/core'
import { IconFile, IconMovie, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { previewOf } from '../../parts/preview.ts'
import { isWebLink } from '../post.ts'
import classes from './Media.module.css'

const VIDEO = /\.(mp4|mov|m4v|webm)$/i

/** Thumbnails that link to the files. Videos are not fetched until somebody opens them. */
export function Media({ urls, size }: { urls: readonly string[]; size: number }) {
  if (urls.length === 0) return null
  return (
    <Group gap="xs">
      {urls.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may come twice, and the order is all they have
        <Thumbnail key={`${index} ${url}`} url={url} label={`File ${index + 1} of ${urls.length}`} size={size} />
      ))}
    </Group>
  )
}

function Thumbnail({ url, label, size }: { url: string; label: string; size: number }) {
  const [isBroken, setBroken] = useState(false)
  const frame = { width: size, height: size }
  const isVideo = URL.canParse(url) && VIDEO.test(new URL(url).pathname)
  if (!isWebLink(url)) {
    return (
      <span className={classes.frame} style={frame} title={url}>
        <IconFile size={24} role="img" aria-label={label} />
      </span>
    )
  }
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noreferrer"
      className={classes.frame}
      style={frame}
      title={isVideo ? `Open the video: ${url}` : url}
      aria-label={isVideo ? `${label}, a video` : label}
    >
      {isVideo ? (
        <IconMovie size={28} aria-hidden />
      ) : isBroken ? (
        <IconPhotoOff size={24} aria-hidden />
      ) : (
        <img src={previewOf(url)} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </Anchor>
  )
}
