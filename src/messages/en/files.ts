/** The files of posts, and how networks count texts. The dashboard uses these too. */
export const files = {
  'post_file.number': 'File {number}',
  'post_file.unknown_kind': 'neither a picture nor a video we know',
  'types.and': '{types} and {last}',
  'types.or': '{types} or {last}',
  'post_file.wrong_image': '{field} is {found}, but {network} takes {types} images.',
  'post_file.wrong_video': '{field} is {found}, but {network} takes {types} videos.',
  'post_file.wrong_audio': '{field} is {found}, but {network} takes {types} sounds.',
  'post_file.wrong_document': '{field} is {found}, but {network} takes {types} documents.',
  'post_file.empty': '{field} is empty. Replace it and try again.',
  'post_file.too_large': '{field} has {megabytes, number} MB, but {network} takes {max, number} MB at most.',
  'post_file.too_long': '{field} is {seconds, number} seconds long, but {network} takes {max} at most.',
  'post_file.reel_too_long': '{field} is {seconds, number} seconds long, but a reel takes {max} at most.',
  'post_file.too_short': '{field} is {seconds, number} seconds long, but {network} wants {min} at least.',
  'post_file.too_narrow': '{field} is {width} pixels wide, but {network} wants {min} at least.',
  'post_file.too_many_pixels': '{field} has {width} × {height} pixels, but {network} takes {max} at most.',
  'post_file.wrong_shape': '{field} is {width} × {height}, but {network} takes shapes from {tallest}:1 to {widest}:1.',
  'post_file.shrunk':
    '{field} has {megabytes, number} MB and {width} × {height} pixels, more than {network} takes. Doorpost sends a smaller JPEG of it: upright, without what it tells about place and camera, transparent parts white. The file itself stays as it is.',
  'post_file.not_usable': '{field} cannot be used as it is. {problem}',
  'post_file.no_answer': 'It did not answer.',
  'post_file.ended_early': 'The file ended too early.',
  'post_file.not_downloaded':
    'Media file {number} could not be downloaded: {problem} Check that its address opens without signing in.',
  'post_file.changes':
    'A media file is a different one at every download, so it cannot be uploaded. Put the finished file at an address where it does not change, then try again.',
  'reel.too_long': 'The reel is {seconds, number} seconds long, and {max} are allowed. Use a shorter video.',
  'reel.unreadable': 'The video cannot be read: {problem}',

  'counting.threads': 'Threads takes 500 characters. An emoji counts as its bytes, mostly 4 or more.',
  'counting.instagram': 'Instagram takes 2,200 characters, hashtags included.',
  'counting.linkedin': 'LinkedIn takes 3,000 characters, hashtags included.',
  'counting.x': 'X takes 280. A link counts 23; emoji and Chinese, Japanese or Korean letters count 2.',
  'counting.bluesky': 'Bluesky takes 300. An emoji counts 1, and a link all of its characters.',
  'counting.mastodon':
    'This Mastodon server takes {max, number}. A link counts {link}; of @name@server only @name counts.',
} as const
