import type { Call } from '../http/call.ts'
import { type FetchedMedia, type FetchProblem, fetchMedia, keyOfUrl } from '../media/fetch.ts'
import type { ContainerMedia, MediaKind } from '../state/records.ts'

interface LoadedMedia {
  media: ContainerMedia
  /** Null if it could not be fetched. */
  file: FetchedMedia | null
  problem: FetchProblem | null
}

/** Fetches the media of a container. A container exists even for a bad video, so there is always a result. */
export async function loadMedia(call: Call, kind: MediaKind, url: string, alt: string | null): Promise<LoadedMedia> {
  const fetched = await fetchMedia(call.world, url)
  const file = typeof fetched === 'string' ? null : fetched
  return {
    media: { kind, url, key: keyOfUrl(url), alt, bytes: file?.bytes ?? 0, seconds: file?.seconds ?? null },
    file,
    problem: typeof fetched === 'string' ? fetched : null,
  }
}

export function isVideoFile(file: FetchedMedia): boolean {
  return file.type === 'video/mp4' || file.type === 'video/quicktime'
}

/** Width divided by height, if the file declares them. */
export function ratioOf(file: FetchedMedia): number | null {
  return file.width !== null && file.height !== null && file.height > 0 ? file.width / file.height : null
}
