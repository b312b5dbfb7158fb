/** How networks respond to a post. `{said}` is empty or `network.said`; `{words}` are the network's own. */
export const networks = {
  'network.said': ' {network} says: {words}',
  'network.access_ended': '{network} no longer accepts the access to this account. Connect the account again.',
  'network.restricted': '{network} has restricted this account. Sign in to {network} and follow what it asks.{said}',
  'network.forbidden':
    '{network} does not let this connection do that. Connect the account again and grant all permissions.{said}',
  'network.limit_reached': 'The limit of {network} is reached. It is tried again when {network} lifts it.',
  'network.refused': '{network} refused the post. Change it and try again.{said}',
  'network.unclear':
    '{network} did not say clearly whether the post was published. It is being checked; do not post it again by hand.',
  'network.down': '{network} does not answer properly at the moment. It is tried again.',
  'network.unreachable': '{network} could not be reached. It is tried again.',
  'network.cut_off':
    'The connection to {network} broke before it answered. The post may be out; it is being checked. Do not post it again by hand.',
  'network.unnamed':
    '{network} accepted the post but did not say where it is. It is being checked; do not post it again by hand.',
  'network.not_understood':
    '{network} answered something that cannot be understood. Nothing was published; it is tried again.',
  'network.list_unreadable': 'The list of posts on {network} could not be read. It is tried again.',
  'network.too_many_posts':
    'The account has published too many posts since to find this one among them. Look at {network}, then say whether it is there.',
  'network.media_not_uploaded':
    'The media of this post are not uploaded yet. Nothing was published; it is tried again.',
  'network.media_in_progress': '{network} is still working on the media of this post. It is tried again.',
  'network.media_gone':
    '{network} no longer has the uploaded media of this post. They have to be uploaded again.{said}',
  'network.media_refused':
    '{network} did not take a media file of this post. Check that the file opens, then try again.',
  'network.media_too_large':
    'A media file is larger than the server of this account takes. Make it smaller and try again.{said}',

  'bluesky.forbidden':
    '{network} does not let this connection do that. Connect the account again, by approval or with a new app password.{said}',
  'bluesky.media_not_taken':
    '{network} does not take one of the media files. Make it smaller or convert it, then try again.{said}',
  'mastodon.not_found':
    'The Mastodon server did not find what the post needs. If the post was out before and somebody deleted it there, wait an hour and retry. Otherwise check that the server is still a Mastodon server.{said}',
  'mastodon.media_failed':
    'The Mastodon server could not process a media file. Check that it plays or opens, then try again.',
  'mastodon.media_too_slow': 'The Mastodon server has worked on a media file for half an hour. Try a smaller one.',
  'x.out_of_credit':
    'The credits of the X developer account are used up. Buy credits in the X developer console; the post waits until then.',
  'x.duplicate':
    'X refused the post because this account has published the same text shortly before. Change the text, or wait half a day.',
  'x.media_failed':
    'X could not process the video or GIF. Check that it plays and is at most 140 seconds long, then try again.{said}',
  'linkedin.duplicate':
    'LinkedIn refused the post because this account has published the same one already. Change the text, or delete the first post and wait a day or two.',
  'linkedin.version_ended':
    'LinkedIn no longer accepts version {version} of its interface. Whoever runs this server has to set a newer LinkedIn version; the post is not lost and was not published.',
  'linkedin.forbidden':
    'LinkedIn does not let this connection do that: a permission is missing, or the person no longer manages the page. Connect the account again and grant all permissions.{said}',
  'linkedin.media_unusable':
    'LinkedIn could not use the media of this post. Check that the file plays or opens, then try again.{said}',
  'linkedin.image_failed':
    'LinkedIn could not process an image. Check that it opens and is a JPEG, PNG or GIF, then try again.',
  'linkedin.document_failed':
    'LinkedIn could not process the PDF. Check that it opens without a password and has at most 300 pages, then try again.',
  'linkedin.video_failed':
    'LinkedIn could not process the video. Check that it plays, is an MP4 of 3 seconds to 30 minutes, then try again.',
  'linkedin.member_unreadable':
    'LinkedIn lets no app read the posts of a person. Look at the profile, then say whether the post is there.',
  'linkedin.page_unreadable':
    'This connection may not read the posts of the page. Look at the page, then say whether the post is there.',

  'meta.down': '{network} has a problem on its side. Doorpost will retry the post.',
  'meta.unreachable': '{network} could not be reached. Doorpost will retry the post.',
  'meta.wrong_answer': '{network} did not answer as it should. Doorpost will retry the post.',
  'meta.unclear': 'The answer of {network} ({words}) does not tell whether the post is out. It is looked up.',
  'meta.answer_lost': 'The answer of {network} was lost, so the post may be out. It is looked up.',
  'meta.refused_but_out': '{network} refused the post, but its own status says that it is out. It is looked up.',
  'meta.unnamed': '{network} accepted the post without naming it. It is looked up.',
  'meta.already_out': '{network} says that the post is already out. It is looked up.',
  'meta.not_prepared': 'The post is not yet prepared on {network}.',
  'meta.blocked':
    '{network} blocked the action to protect its community. Sign in to {network} and see whether the account has a warning.',
  'meta.too_many_calls':
    '{network} allows no more calls for this account at the moment. The post goes out when it allows them again.',
  'meta.too_many_posts':
    '{network} allows no more posts for this account today. The post goes out when it allows the next one.',
  'meta.access_ended': '{network} no longer accepts the connection to this account. Connect the account again.',
  'meta.permission_taken_back':
    'The permission for this account was taken back in {network}. Connect the account again.',
  'meta.password_changed':
    'The password of the {network} account was changed, which ended the connection. Connect the account again.',
  'meta.access_expired': 'The connection to the {network} account has expired. Connect the account again.',
  'meta.access_stopped': 'The connection to the {network} account was ended. Connect the account again.',
  'meta.forbidden':
    '{network} does not let this connection publish. Connect the account again and allow everything that is asked for.',
  'meta.not_shown':
    '{network} does not show this to us: it is gone, or the connection may not see it. Connect the account again.',
  'meta.restricted':
    '{network} has restricted this account. Sign in to {network}, settle what it asks for, then publish the post again.',
  'meta.refused': '{network} refused the post: {words}. Change the post, then publish it again.',
  'meta.file_not_fetched':
    '{network} could not download the file. Its address must be public, without sign-in, and open to the programs of Meta.',
  'meta.file_too_slow': '{network} took too long to download the file. Use a smaller file or a faster place for it.',
  'meta.file_failed':
    '{network} could not process the file. Check that it opens and plays, or upload it in another format.',
  'meta.file_unreadable': 'A file of the post could not be read: {problem}',
  'meta.not_ready': '{network} has not finished preparing the post. Doorpost checks again automatically.',
  'meta.forgotten': '{network} no longer knows the prepared post. It is prepared again.',
  'meta.expired': '{network} keeps a prepared post for a day only, and it has expired. It is prepared again.',
  'meta.duplicate': '{network} has just published the same post and does not take it twice.',
  'meta.image_type': '{network} does not take this kind of image. Use a JPEG file.',
  'meta.image_too_large': '{network} takes images of up to 8 MB only. Use a smaller file.',
  'meta.image_shape':
    '{network} does not take an image of this shape. Use one between 4:5 (upright) and 1.91:1 (wide).',
  'meta.video_type': '{network} does not take this kind of video. Use an MP4 or MOV file with H.264 and AAC.',
  'meta.text_too_long': 'The text is too long for {network}. Shorten it, hashtags included.',
  'meta.product_tags': '{network} refused the product tags of the post. Remove them, then publish it again.',
  'meta.media_type': '{network} does not know this kind of media. Use a JPEG image, or an MP4 or MOV video.',
  'meta.carousel': '{network} refused the carousel. It needs 2 to 10 images or videos.',
  'meta.cover': 'The cover image of the video lies outside the video. Choose another moment.',
  'meta.trial_reel': '{network} does not allow trial reels on this account. Publish it as a normal reel.',
  'meta.too_many_links': '{network} takes at most 5 different links in a post. Remove some, then publish it again.',
  'meta.incomplete':
    '{network} cannot publish a post of the kind {kind} with {count, plural, one {# file} other {# files}}. Change the post.',
  'meta.post_failed': '{network} could not process the post{cause}. Check the post, then publish it again.',
  'meta.one_file_failed': '{network} could not process the file{cause}. Check the file, then publish it again.',
  'meta.item_failed':
    '{network} could not process item {item} of the carousel{cause}. Check the file, then publish it again.',
  'meta.cause': ': {cause}',
  'meta.cause_late': 'it did not finish in time',
  'meta.cause_expired': 'it expired early',
  'meta.cause_unread': 'it cannot be read back',
  'meta.cause_download': 'the file could not be downloaded from its address',
  'meta.cause_slow_download': 'the file took too long to download',
  'meta.cause_image_size': 'the image is larger than 8 MB',
  'meta.cause_image_type': 'the image is not a JPEG',
  'meta.cause_image_shape': 'the image has a shape that is not allowed; 4:5 to 1.91:1 is',
  'meta.cause_media_type': 'the kind of media is not known',
  'meta.cause_video_type': 'the video format is not supported; use MP4 or MOV with H.264 and AAC',
  'meta.cause_cover': 'the cover image lies outside the video',
  'meta.cause_video_download': 'the video could not be downloaded from its address',
  'meta.cause_sound': 'the sound of the video could not be processed',
  'meta.cause_video': 'the video could not be processed',
  'meta.cause_video_shape': 'the video has a shape that is not allowed',
  'meta.cause_bit_rate': 'the bit rate of the video is too high',
  'meta.cause_duration': 'the video is too long; up to 5 minutes are allowed',
  'meta.cause_frame_rate': 'the frame rate of the video must be 23 to 60 per second',
  'meta.cause_channels': 'the sound of the video must be mono or stereo',
  'meta.cause_untold': 'it does not say why',
} as const
