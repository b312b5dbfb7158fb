import { useContext } from 'react'
import { FileView } from '../../../media/FileView.tsx'
import { ownPathOf, previewOf } from '../../../parts/preview.ts'
import { isWebUrl, kindOf } from '../../media.ts'
import { UploadsContext } from './uploads/use-uploads.ts'

/** A file of the draft. Videos of other servers are not fetched. A small icon has no words below it. */
export function MediaView({ url, alt, small = false }: { url: string; alt: string; small?: boolean }) {
  const local = useContext(UploadsContext)?.find(url)?.localUrl
  const kind = kindOf(url)
  const isShown = isWebUrl(url) && (kind !== 'video' || ownPathOf(url) !== null)
  return <FileView kind={kind} src={local ?? (isShown ? previewOf(url) : null)} alt={alt} small={small} />
}
