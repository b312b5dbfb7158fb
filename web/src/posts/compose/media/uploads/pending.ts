// A file that is still on its way has its place among the URLs of the draft, under a key of its own. What is sent to the API
// is without such keys.

/** The part of a draft that is about files. */
export interface DraftMedia {
  media: string[]
  alts: Record<string, string>
  own: Record<string, { media: string[] | null }>
}

const PREFIX = 'upload:'

/** The name's ending is kept: it tells pictures from videos. */
export function pendingKey(id: number | string, name: string): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return `${PREFIX}${id}${ending}`
}

export function isPending(entry: string): boolean {
  return entry.startsWith(PREFIX)
}

export function withoutPending(media: readonly string[]): string[] {
  return media.filter((entry) => !isPending(entry))
}

/** All entries of the draft, those of single platforms included. */
export function entriesOf({ media, own }: Pick<DraftMedia, 'media' | 'own'>): Set<string> {
  return new Set([...media, ...Object.values(own).flatMap((each) => each.media ?? [])])
}

/** Puts another entry in the place of one, wherever it stands; null removes it. Nothing stands in a list twice because of it. */
export function replaceEntry<D extends DraftMedia>(draft: D, entry: string, next: string | null): D {
  const replaced = (media: string[]) =>
    media.flatMap((each) => {
      if (each !== entry) return [each]
      return next === null || media.includes(next) ? [] : [next]
    })
  const { [entry]: alt, ...alts } = draft.alts
  const own = Object.entries(draft.own).map(([name, each]) => [
    name,
    each.media?.includes(entry) ? { ...each, media: replaced(each.media) } : each,
  ])
  return {
    ...draft,
    media: draft.media.includes(entry) ? replaced(draft.media) : draft.media,
    own: Object.fromEntries(own) as D['own'],
    alts: next !== null && alt !== undefined && alts[next] === undefined ? { ...alts, [next]: alt } : alts,
  }
}

/**
 * As the API takes them: one for each URL, null where there is none. Files of the library would bring their own; with an empty
 * list they do not, so that the post has what stands in the form.
 */
export function altTextsOf(urls: readonly string[], alts: Record<string, string>): Array<string | null> | null {
  if (urls.length === 0) return null
  const texts = urls.map((url) => alts[url]?.trim() || null)
  return texts.some((text) => text !== null) ? texts : []
}

export function altsOf(urls: readonly string[], texts: ReadonlyArray<string | null> | null): Record<string, string> {
  const pairs = urls.map((url, index) => [url, texts?.[index]] as const)
  return Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'))
}

/** A draft that comes back has no files to upload any more: they were in the page that is gone. */
export function withoutUploads<D extends DraftMedia>(draft: D): D {
  return [...entriesOf(draft)].filter(isPending).reduce((rest, entry) => replaceEntry(rest, entry, null), draft)
}
