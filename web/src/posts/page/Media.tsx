import { Anchor, Group } from '@mantine/core'
import { IconFile, IconMovie, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { isWebLink } from '../post.ts'
import classes from './Media.module.css'

const VIDEO = /\.(mp4|mov|m4v|webm)$/i

/** Thumbnails that lead to the files. */
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
      title={isBroken ? `This file cannot be shown here: ${url}` : url}
      aria-label={label}
    >
      {isBroken ? (
        <IconPhotoOff size={24} aria-hidden />
      ) : isVideo(url) ? (
        <>
          <video src={url} muted preload="metadata" playsInline onError={() => setBroken(true)} tabIndex={-1} />
          <IconMovie size={20} aria-hidden className={classes.sign} />
        </>
      ) : (
        <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      )}
    </Anchor>
  )
}

function isVideo(url: string): boolean {
  return URL.canParse(url) && VIDEO.test(new URL(url).pathname)
}
