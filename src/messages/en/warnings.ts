/** What a network would refuse or change in a post, although the request is valid. */
export const warnings = {
  'warning.more_unknown_fields': 'Unknown fields not listed here: {count}. They were not stored either.',
  'warning.platform_in_body': 'The platform is part of the path ({platform}); the one in the body was ignored.',
  'warning.other_text_field':
    'Field "{name}" does not exist on {platform} posts and was not stored. Their text goes in "{text_field}".',
  'warning.field_of_others': 'Field "{name}" does not exist on {platform} posts and was not stored.',
  'warning.unknown_field': 'Unknown field {name} was not stored.',
  'warning.misspelt_field': 'Unknown field {name} was not stored. Did you mean "{nearest}"?',
  'warning.hashtag_ends': '{network} ends a hashtag at "{mark}", so #{tag} will not be one tag.',
  'warning.not_handle': '{handle} cannot be a handle on {network} ({rule}); nobody is mentioned.',
  'warning.handle_x': '1 to 15 letters, digits, underscores',
  'warning.handle_mastodon': 'name, or name@server',
  'warning.handle_bluesky': 'a name with dots, such as name.bsky.social',
  'warning.no_account':
    'No {network} account is connected. The post is stored and waits; nothing goes out until one is connected.',
  'warning.account_expires':
    'The approval of the account ends at {at}, before this date. Connect the account again by then.',
  'warning.missed':
    'scheduled_date is in the past. The post counts as missed and waits for a person; set a new date to send it.',
  'warning.past': 'scheduled_date is in the past. The post goes out at once.',
  'warning.repeat':
    '{network} refuses a text it has just seen, and post {id} has the same one within a day. Change the text or the date.',
  'warning.not_fetchable': '{network} fetches {field} itself. {problem}',
  'warning.private_host': '{field} is on a private host, which {network} cannot reach. Use a public address.',
  'warning.no_video_alt_text': '{network} takes no alt text for videos, so {field} is not sent.',
  'warning.alt_text_cut':
    '{network} takes {max} characters of alt text, and {field} has {length}: the rest is cut off.',
  'warning.not_an_image': '{field} ends in .{ending}, but media_type {media_type} takes an image.',
  'warning.not_a_video': '{field} ends in .{ending}, but media_type {media_type} takes a video.',
  'warning.not_media': '{field} ends in .{ending}, which is neither an image nor a video.',
  'warning.not_media_or_pdf': '{field} ends in .{ending}, which is neither an image nor a video nor a PDF.',
  'warning.one_image_type': '{field} ends in .{ending}, but {network} takes only {types} images.',
  'warning.image_type': '{field} ends in .{ending}, but {network} takes {types} images.',
  'warning.video_type': '{field} ends in .{ending}, but {network} takes {types} videos.',
  'warning.audio_type': '{field} ends in .{ending}, but {network} takes {types} sounds.',
  'warning.tracked_too_long':
    'With tracked links {field} would count {used}, and {network} allows {max}, so its links go out as they are and are not counted. Shorten the text.',
  'warning.tagged_too_long':
    'With tracked links {field} would count {used}, and {network} allows {max}, so its links go out as they are and are not counted. Shorten the text, or send track_links "short".',
  'warning.no_short_links': '{problem} Until then the links of the post get UTM parameters instead.',
  'warning.too_many_links':
    '{field} has more than {max} different links. Those from the {next}st on go out as they are and are not counted; the first is {link}. Use fewer links, or several posts.',

  'text.too_long':
    '{network} allows {max} characters, but {field} with the hashtags appended has {length}. Shorten the text or send fewer hashtags.',
  'mix.too_many': '{network} takes up to {max} images or 1 video in a post, but media_urls has {count} files.',
  'mix.moving':
    '{network} takes up to {max} images or 1 video in a post, but media_urls has {count} files, {moving} of them video or audio.',
  'threads.text_too_long':
    'Threads counts an emoji as its UTF-8 bytes (the stricter reading of its rules): content counts {length} of {max} and may be refused. Use fewer emoji or less text.',
  'threads.too_many_links': 'Threads refuses more than {max} different links, but content has {count}.',
  'instagram.too_many_hashtags': 'Instagram allows {max} hashtags in all, but caption and hashtags hold {count}.',
  'instagram.many_hashtags':
    'Instagram is limiting posts to {max} hashtags, but caption and hashtags hold {count}. Keep the {max} that fit best.',
  'instagram.too_many_mentions': 'Instagram allows {max} mentions, but caption has {count}.',
  'instagram.link':
    'Links in captions cannot be clicked on Instagram. Make a link page and put its address into the profile: it lists the tracked links of recent posts.',
  'linkedin.mixed_videos':
    'LinkedIn takes either images, or one video, or one PDF in a post, but {count} of the {files} files in media_urls are videos. Make several posts.',
  'linkedin.mixed_documents':
    'LinkedIn takes either images, or one video, or one PDF in a post, but {count} of the {files} files in media_urls are PDFs. Make several posts.',
  'x.text_too_long':
    'X weighs characters (emoji and many scripts count 2, a link 23): content with the mentions appended has {length} of {max} and will be refused. Shorten it.',
  'x.invisible_characters': 'X refuses the invisible characters U+FEFF, U+FFFE and U+FFFF. Remove them.',
  'x.too_many_cashtags': 'X allows {max} cashtag in a post made through its API, but content has {count}.',
  'x.link_costs': 'A link makes the post cost $0.20 instead of $0.015 on the pay-per-use plan of X.',
  'x.mixed': 'X takes up to {max} images, or 1 GIF, or 1 video in a post, but media_urls has {count} files.',
  'x.mixed_moving':
    'X takes up to {max} images, or 1 GIF, or 1 video in a post, but media_urls has {count} files, {moving} of them GIF or video.',
  'bluesky.text_too_long':
    'Bluesky counts what people see as one character: content with the mentions appended has {length} of {max} and will be refused. Shorten it.',
  'bluesky.too_many_bytes':
    'Bluesky takes {max} bytes of text, but content with the mentions appended has {bytes}. Shorten it.',
  'mastodon.text_too_long':
    'The Mastodon server allows {max} characters (a link counts {link}), but content with hashtags and mentions appended has {length}. Shorten it.',
} as const
