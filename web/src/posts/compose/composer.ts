import { plural, t } from '@lingui/core/macro'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { Profile } from '../../../../src/platforms/registry.ts'
import { api } from '../../api/client.ts'
import { readFile } from '../../api/files.ts'
import type { Connection, Media, Workspace } from '../../api/schema.ts'
import { type FileFacts, typeOfContent } from '../../media/file-plan.ts'
import { isPending, type Upload } from '../../media/upload-queue.ts'
import { useUploadQueue } from '../../media/uploading.tsx'
import { ownPathOf } from '../../parts/preview.ts'
import { tell } from '../../parts/ui.tsx'
import { loadTwitterText } from '../look/twitter-text.ts'
import { fileNameOf, shownSrcOf } from '../media.ts'
import type { Issue } from './checks.ts'
import { type Draft, entriesOf, partsOf, replaceEntry, trackLinksOf } from './draft.ts'
import { networkOf, type Target } from './targets.ts'
import { outgoingText, trackingOf } from './texts.ts'
import type { useDraft } from './use-draft.ts'

interface Composer extends Pick<ReturnType<typeof useDraft>, 'draft' | 'change' | 'update' | 'changeOwn' | 'savedAt'> {
  connections: Connection[]
  /** Undefined if it could not be read: links are then shown as typed. */
  workspace: Workspace | undefined
  targets: readonly Target[]
  chosen: readonly Target[]
  issues: Issue[]
  uploads: ReturnType<typeof useUploads>
}

export const ComposerContext = createContext<Composer | null>(null)

export function useComposer(): Composer {
  return useContext(ComposerContext)!
}

export function useOutgoingText(target: Target): string {
  const { draft, workspace } = useComposer()
  const tracking = trackingOf(trackLinksOf(draft, target), workspace)
  return outgoingText(partsOf(draft, target), networkOf(target), tracking, loadTwitterText).text
}

/** The URL of an uploaded file replaces its key in the draft. */
export function useUploads(options: Pick<ReturnType<typeof useDraft>, 'draft' | 'update'>) {
  const latest = useRef(options)
  latest.current = options
  const { queue, state } = useUploadQueue((key, next, stored) => {
    if (stored) keepAltText(stored, latest.current.draft.alts[key])
    latest.current.update((now) => withAlt(replaceEntry(now, key, next), stored))
  })
  const { draft, update } = options
  /** From the library. */
  const [known, setKnown] = useState<Record<string, Media>>({})
  // Files removed from the draft are no longer uploaded.
  useEffect(() => {
    queue.keep(entriesOf(draft))
  }, [queue, draft])

  const { uploads } = state
  const find = (entry: string): Upload | null =>
    uploads[entry] ?? Object.values(uploads).find(({ stored }) => stored?.url === entry) ?? null
  const storedOf = (entry: string): Media | null => find(entry)?.stored ?? known[entry] ?? null
  return {
    ...queue,
    ...state,
    find,
    know: (files: readonly Media[]) =>
      setKnown((now) => ({ ...now, ...Object.fromEntries(files.map((file) => [file.url, file])) })),
    nameOf: (entry: string): string =>
      find(entry)?.name ?? known[entry]?.name ?? (ownPathOf(entry) === null ? fileNameOf(entry) : t`Uploaded file`),
    factsOf: (entry: string): FileFacts | null => {
      const stored = storedOf(entry)
      return find(entry)?.facts ?? (stored && factsOfStored(stored))
    },
    /** What shows the file: the chosen one, or a preview. Null if it cannot be shown. */
    srcOf: (entry: string): string | null => find(entry)?.localUrl ?? shownSrcOf(entry),
    keepAltText: (entry: string, text: string) => keepAltText(storedOf(entry), text),
    /** Converts a stored file for networks that do not accept it as it is. */
    convert: async (url: string, networks: readonly Profile[]) => {
      try {
        const file = queue.fileOf(find(url)?.key ?? '') ?? (await readFile(ownPathOf(url)!))
        const key = queue.redo(url, file, networks)
        update((now) => replaceEntry(now, url, key))
      } catch (error) {
        tell.problem(error)
      }
    },
    waiting: waitingOf(draft, uploads),
  }
}

/** A file keeps its first alt text for later posts. */
function keepAltText(stored: Media | null, text = ''): void {
  if (stored === null || stored.alt_text !== null || text.trim() === '') return
  const params = { path: { id: stored.id } }
  // If this fails, the post still has it.
  api.PATCH('/v1/media/{id}', { params, body: { alt_text: text.trim() } }).catch(() => {})
}

function factsOfStored({ type: contentType, bytes, width, height, duration_seconds }: Media): FileFacts {
  const type = typeOfContent(contentType)
  return { type, bytes, width, height, seconds: duration_seconds, isAnimated: type === 'gif' }
}

/** Uses the library's alt text, unless another was written. */
function withAlt(draft: Draft, stored: Media | undefined): Draft {
  if (!stored?.alt_text || draft.alts[stored.url] !== undefined) return draft
  return { ...draft, alts: { ...draft.alts, [stored.url]: stored.alt_text } }
}

/** Why the post cannot be stored yet. */
function waitingOf(draft: Draft, uploads: Record<string, Upload>): string | null {
  const pending = [...entriesOf(draft)].filter(isPending)
  const failed = pending.filter((key) => uploads[key]?.state === 'failed').length
  if (failed > 0) {
    return plural(failed, {
      one: '# file was not uploaded: try it again, or remove it.',
      other: '# files were not uploaded: try them again, or remove them.',
    })
  }
  if (pending.length === 0) return null
  return plural(pending.length, {
    one: '# file is still being uploaded.',
    other: '# files are still being uploaded.',
  })
}
