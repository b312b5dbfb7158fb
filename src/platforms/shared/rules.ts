/** Every rule a warning can name, for the documentation; the duplicates are found where earlier posts are known. */
export const RULES = {
  unknown_field: 'The body holds a field that posts of this platform do not have; it was not stored.',
  'any.account.missing': 'The post is scheduled, but no account of the platform is connected, so it waits.',
  'any.account.expires': 'The approval of the account ends before the scheduled date and cannot be renewed by itself.',
  'any.hashtag.characters': 'A hashtag holds punctuation, at which platforms end the tag.',
  'any.links.length':
    'With tracked links the text would be too long for the platform, so the links go out as they are.',
  'any.links.max': 'The text has more than 50 different links; those beyond go out as they are and are not counted.',
  'any.links.address':
    'Short links need a public https address of this installation, so the links get UTM parameters instead.',
  'photo.caption.link': 'Links in captions cannot be clicked on Instagram.',
  'any.media.unreachable': 'A media file could not be read when it was looked at.',
  'any.media.shrunk':
    'An image is larger than the platform takes. Doorpost sends a smaller JPEG of it, without its metadata; the file itself stays as it is.',
  'any.media.not_fetchable':
    'The platform fetches files itself, and cannot reach the uploaded files of this installation.',
  'any.alt_text.video': 'The platform takes alt texts for images only.',
  'thread.alt_text.max': 'Threads takes 1,000 characters of alt text; the rest is cut off.',
  'photo.alt_text.max': 'Instagram takes 1,000 characters of alt text; the rest is cut off.',
  'short.alt_text.max': 'X takes 1,000 characters of alt text; the rest is cut off.',
  'any.media.url.private': 'A media URL names a private host, which no platform can fetch from.',
  'any.schedule.past': 'The scheduled date is past: the post goes out at once, or is missed when it is too late.',
  'thread.text.max': 'Threads allows 500 characters and counts an emoji as its UTF-8 bytes.',
  'thread.links.max': 'Threads refuses a post with more than 5 different links.',
  'thread.image.type': 'Threads takes JPEG and PNG images.',
  'thread.video.type': 'Threads takes MP4 and MOV videos.',
  'thread.image.file': 'An image file breaks a limit of Threads: type, size, width or shape.',
  'thread.video.file': 'A video file breaks a limit of Threads: type, size or length.',
  'photo.image.file': 'An image file breaks a limit of Instagram: type, size, width or shape.',
  'photo.video.file': 'A video file breaks a limit of Instagram: type, size or length; a reel has 90 seconds at most.',
  'professional.image.file': 'An image file breaks a limit of LinkedIn: type, size or pixels.',
  'professional.video.file': 'A video file breaks a limit of LinkedIn: type, size or length.',
  'short.image.file': 'An image file breaks a limit of X: type or size.',
  'short.video.file': 'A video file breaks a limit of X: type, size or length.',
  'photo.caption.max': 'Instagram allows 2,200 characters, hashtags included.',
  'photo.hashtags.max': 'Instagram refuses more than 30 hashtags, those in the caption included.',
  'photo.hashtags.announced':
    'Instagram is limiting posts to 5 hashtags (announced in December 2025), those in the caption included.',
  'photo.mentions.max': 'Instagram allows 20 mentions.',
  'photo.image.type': 'Instagram takes JPEG images only.',
  'photo.video.type': 'Instagram takes MP4 and MOV videos; a reel is a video.',
  'professional.text.max': 'LinkedIn allows 3,000 characters, hashtags included.',
  'professional.image.type': 'LinkedIn takes JPEG, PNG and GIF images.',
  'professional.video.type': 'LinkedIn takes MP4 videos.',
  'professional.document.file': 'A PDF breaks a limit of LinkedIn: 100 MB.',
  'professional.duplicate': 'LinkedIn refuses a text it has just seen; another post has the same one within a day.',
  'professional.mix': 'LinkedIn takes either images, or one video, or one PDF.',
  'short.text.weighted':
    'X allows a weighted length of 280, in which many characters and all emoji count 2 and a link 23.',
  'short.text.characters': 'X refuses text with certain invisible characters (U+FEFF, U+FFFE, U+FFFF).',
  'short.mention.handle': 'A handle on X is 1 to 15 letters, digits and underscores.',
  'short.image.type': 'X takes JPEG, PNG, GIF and WebP images.',
  'short.video.type': 'X takes MP4 and MOV videos.',
  'short.media.mix': 'X takes up to 4 images, or 1 GIF, or 1 video.',
  'short.duplicate': 'X refuses a text it has just seen; another post has the same one within a day.',
  'short.cashtags.max': 'X allows 1 cashtag in a post made through its API.',
  'mastodon.text.max':
    'A Mastodon server allows 500 characters or what it says; a link counts 23, and of a mention only the name.',
  'mastodon.mention.handle': 'A handle on Mastodon is a name, or name@server.',
  'mastodon.image.type': 'Mastodon takes JPEG, PNG, GIF and WebP images, or what the server says.',
  'mastodon.video.type': 'Mastodon takes MP4 and MOV videos, or what the server says.',
  'mastodon.image.file': 'An image file breaks a limit of the Mastodon server: type, size or pixels.',
  'mastodon.video.file': 'A video file breaks a limit of the Mastodon server: type, size or pixels.',
  'mastodon.audio.type': 'The Mastodon server takes sounds of other types.',
  'mastodon.audio.file': 'A sound breaks a limit of the Mastodon server: type or size.',
  'bluesky.alt_text.max': 'Bluesky takes 1,000 characters of alt text; the rest is cut off.',
  'mastodon.alt_text.max':
    'A Mastodon server takes 1,500 characters of alt text, or what it says; the rest is cut off.',
  'mastodon.media.mix': 'Mastodon takes up to 4 images, or what the server says, or 1 video, or 1 sound.',
  'short.cost.url': 'On the pay-per-use plan of X a post with a link costs $0.200 instead of $0.015.',
  'bluesky.text.max': 'Bluesky allows 300 characters, as people see them, and 3,000 bytes.',
  'bluesky.mention.handle': 'A handle on Bluesky is a name with dots.',
  'bluesky.image.type': 'Bluesky takes JPEG, PNG, GIF and WebP images.',
  'bluesky.video.type': 'Bluesky takes MP4 videos.',
  'bluesky.image.file': 'An image file breaks a limit of Bluesky: type or size (2 MB).',
  'bluesky.video.file': 'A video file breaks a limit of Bluesky: type, size or length.',
  'bluesky.media.mix': 'Bluesky takes up to 4 images, or 1 video.',
} as const satisfies Record<string, string>

export type RuleId = keyof typeof RULES

export interface Warning {
  rule: RuleId
  field: string
  message: string
}

export type Warn = (rule: RuleId, field: string, message: string) => void
