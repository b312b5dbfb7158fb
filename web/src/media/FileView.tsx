import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Image, Stack } from '@mantine/core'
import { useState } from 'react'
import { IconFileTypePdf, IconMovie, IconPhotoOff } from '../parts/icons.tsx'
import classes from './media.module.css'

interface FileViewProps {
  kind: 'image' | 'video' | 'document' | 'unknown'
  /** Null if it cannot be shown. */
  src: string | null
  alt: string
  small?: boolean
  /** Shows the whole file instead of filling the space. */
  isWhole?: boolean
}

const GROUND = 'var(--mantine-color-default-hover)'
const ICONS = { image: IconPhotoOff, video: IconMovie, document: IconFileTypePdf, unknown: IconPhotoOff }
const WORDS: Record<FileViewProps['kind'], MessageDescriptor> = {
  image: msg`Cannot be shown here`,
  video: msg({ message: 'Video', comment: 'Kind of file' }),
  document: msg({ message: 'PDF', comment: 'Kind of file' }),
  unknown: msg`Cannot be shown here`,
}

export function FileView({ kind, src, alt, small = false, isWhole = false }: FileViewProps) {
  const { t } = useLingui()
  const words = t(WORDS[kind])
  // Not retried until the URL changes.
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = src !== null && failed !== src
  if (isShown && (kind === 'image' || kind === 'unknown')) {
    const fit = isWhole ? 'contain' : 'cover'
    return (
      <Image
        src={src}
        alt={alt}
        h="100%"
        fit={fit}
        bg={GROUND}
        loading="lazy"
        draggable={false}
        onError={() => setFailed(src)}
      />
    )
  }
  if (isShown && kind === 'video') {
    return (
      <span className={classes.film} data-whole={isWhole || undefined} role="img" aria-label={`${alt}: ${words}`}>
        {/* Starts shortly after the beginning, where some browsers show nothing. */}
        <video src={`${src}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} onError={() => setFailed(src)} />
        <IconMovie size={small ? 16 : 28} />
      </span>
    )
  }
  const Sign = ICONS[kind]
  return (
    <Stack
      component="span"
      align="center"
      justify="center"
      gap={4}
      h="100%"
      mih="inherit"
      p={4}
      fz="xs"
      ta="center"
      c="dimmed"
      bg={GROUND}
      role="img"
      aria-label={`${alt}: ${words}`}
    >
      <Sign size={22} />
      {!small && <span>{words}</span>}
    </Stack>
  )
}
