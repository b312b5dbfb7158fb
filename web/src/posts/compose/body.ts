import type { NewPhotoPost, NewProfessionalPost, NewShortPost, NewThreadPost, PostPatch } from '../../api/schema.ts'

/** What the form sends. It also sends what is incomplete: the API says what is missing. */
export type Body = Omit<PostPatch, 'media_type'> & { media_type?: string | null }

export function toNewPost(body: Body) {
  return body as NewThreadPost | NewPhotoPost | NewProfessionalPost | NewShortPost
}

export function toPostPatch(body: Body) {
  return body as PostPatch
}
