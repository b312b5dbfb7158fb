import { IconMovie, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './MediaView.module.css'
import { isWebUrl, kindOf } from './media.ts'

interface MediaViewProps {
  url: string
  alt: string
  /** Small pictures need no words when they cannot be shown. */
  small?: boolean
}

/** A picture or a film by its address, or a sign where the browser cannot show it. */
export function MediaView({ url, alt, small = false }: MediaViewProps) {
  // What failed is tried again only for another address.
  const [failed, setFailed] = useState<string[]>([])
  const kind = kindOf(url)
  const asImage = `image ${url}`
  const asVideo = `video ${url}`
  if (isWebUrl(url)) {
    if (kind !== 'video' && !failed.includes(asImage)) {
      return <img className={classes.view} src={url} alt={alt} onError={() => setFailed([...failed, asImage])} />
    }
    // An address without an ending may be a film too.
    if (kind !== 'image' && !failed.includes(asVideo)) {
      return (
        <span className={classes.film}>
          <video
            className={classes.view}
            src={url}
            aria-label={alt}
            preload="metadata"
            muted
            playsInline
            onError={() => setFailed([...failed, asVideo])}
          />
          <IconMovie className={classes.sign} size={small ? 16 : 28} aria-hidden />
        </span>
      )
    }
  }
  return (
    <span className={classes.none} role="img" aria-label={`${alt}: cannot be shown here`}>
      {kind === 'video' ? <IconMovie size={22} aria-hidden /> : <IconPhotoOff size={22} aria-hidden />}
      {!small && <span>{kind === 'video' ? 'Video' : 'Picture'} cannot be shown here</span>}
    </span>
  )
}
