import { t } from '@lingui/core/macro'
import { ApiProblem, OFFLINE, pageLanguage, problemOf, writeQuery } from './client.ts'
import type { Media } from './schema.ts'

// Files bypass the typed client: fetch does not report the progress of an upload.

export interface UploadRequest {
  blob: Blob
  contentType: string
  name: string
  onProgress: (share: number) => void
  signal: AbortSignal
}

export function uploadFile({ blob, contentType, name, onProgress, signal }: UploadRequest): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/v1/media?${writeQuery({ name })}`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', pageLanguage())
    request.setRequestHeader('content-type', contentType)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve((request.response as { data: Media }).data)
      else reject(problemOf(request.status, request.response, request.getResponseHeader('retry-after')))
    }
    request.onerror = () =>
      reject(new ApiProblem(0, OFFLINE, t`The connection was lost. Nothing is stored; try again.`))
    request.onabort = () => reject(new DOMException(t`The upload was cancelled.`, 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) request.abort()
    else request.send(blob)
  })
}

export async function readFile(path: string): Promise<File> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(t`The file could not be read. Try again in a moment.`)
  return new File([await answer.blob()], path.split('/').at(-1)!)
}
