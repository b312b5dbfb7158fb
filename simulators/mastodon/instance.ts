import { type Call, json, type Reply } from '../http/call.ts'
import { signedIn } from './access.ts'
import { notFound } from './errors.ts'

const MIME_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/webm', 'video/mp4', 'video/quicktime']
const AUDIO_TYPES = ['audio/wav', 'audio/ogg', 'audio/mpeg', 'audio/mp3', 'audio/flac', 'audio/aac', 'audio/m4a']

export function mimeTypesOf(call: Call): string[] {
  return call.world.settings.current.mastodon.takes_audio ? [...MIME_TYPES, ...AUDIO_TYPES] : MIME_TYPES
}

/** GET /api/v2/instance does not exist on servers before 4.0. */
export function getInstance(call: Call): Reply {
  if (call.world.settings.current.mastodon.old_instance) return notFound()
  refuseStrangers(call)
  return json(200, {
    domain: new URL(call.world.url).host,
    title: 'Mastodon sandbox',
    version: '4.5.0+sandbox',
    languages: ['en'],
    configuration: configurationOf(call),
  })
}

export function getOldInstance(call: Call): Reply {
  refuseStrangers(call)
  return json(200, {
    uri: new URL(call.world.url).host,
    title: 'Mastodon sandbox',
    version: '3.5.0+sandbox',
    configuration: configurationOf(call),
  })
}

/** https://docs.joinmastodon.org/methods/instance/: 401 without a token if the server uses limited federation. */
function refuseStrangers(call: Call): void {
  if (call.world.settings.current.mastodon.limited_federation) signedIn(call, 'read:accounts')
}

function configurationOf(call: Call): Record<string, unknown> {
  const { max_characters, max_media, image_bytes, image_pixels, video_bytes, description_limit } =
    call.world.settings.current.mastodon
  return {
    statuses: { max_characters, max_media_attachments: max_media, characters_reserved_per_url: 23 },
    media_attachments: {
      description_limit,
      supported_mime_types: mimeTypesOf(call),
      image_size_limit: image_bytes,
      image_matrix_limit: image_pixels,
      video_size_limit: video_bytes,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
  }
}
