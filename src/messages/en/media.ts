/** Files: why they are refused, and why they cannot be stored or fetched. */
export const media = {
  'media.not_found': 'There is no file with this id. List them at GET /v1/media; upload one at POST /v1/media.',
  'media.bad_name':
    'name must be the name of a file, without folders, slashes, colons or control characters: harbour.jpg',
  'media.compressed': 'Content-Encoding is not supported. Send the bytes of the file as they are.',
  'media.no_file_part': 'The form has no file. Send it as a part with a file name, as curl -F file=@harbour.jpg does.',
  'media.other_type':
    'Content-Type says {said}, but by its bytes the file is {actual}. Send Content-Type: {type}, or leave the header out.',
  'media.other_type_unnamed':
    'Content-Type says something else, but by its bytes the file is {actual}. Send Content-Type: {type}, or leave the header out.',
  'media.too_large':
    'The file is larger than {most} MB, the most that this installation takes. Send a smaller one, or ask its operator to allow larger ones.',
  'media.no_room':
    'The files of this workspace take {used, number} of {quota, number} MB, and this one has {size, number}. Delete some of them, or ask the operator for more room.',
  'media.needed':
    'Post {post}, scheduled for {date}, needs this file. Take it out of the post, or cancel or delete the post, then delete the file.',
  'media.deleted_now': 'The file was deleted at this very moment. Send it again.',
  'media.too_many_uploads':
    'Too many files are being uploaded at the moment; up to {most} can be sent at a time. Try again in a few seconds.',
  'media.too_many_sent': 'Too many files are being sent at the moment. Try again in a few seconds.',
  'media.too_many_read': 'Too many files are being read at the moment. Try again in a few seconds.',
  'media.no_such_file': 'There is no such file here. It may have been deleted, or its 30 days are over.',
  'media.private_types': 'pictures, films, PDF, text and office documents',

  'preview.no_url': 'url is required: the address of a picture.',
  'preview.not_shown': 'This picture cannot be shown here. Open its address to see what is there.',
  'preview.too_many': 'Too many pictures are being fetched at the moment. Try again in a second.',

  'file.empty': 'The file is empty (0 bytes). Send the bytes of the file as the body.',
  'file.types': 'Taken are JPEG, PNG, WebP or GIF images, MP4 or MOV videos, and PDF documents.',
  'file.webm': 'The file is a WebM video, which few networks take. {taken}',
  'file.svg': 'The file is an SVG or XML text. {taken} Export it as PNG.',
  'file.web_page': 'The file is a web page, not a picture. {taken}',
  'file.heic': 'The file is a HEIC or AVIF picture, which few networks take. {taken} Save it as JPEG.',
  'file.unknown': 'The first bytes of the file do not match any accepted type. {taken}',
  'file.too_many_pixels': 'The file has {width} × {height} pixels, and {most} million are the most. Scale it down.',
  'file.no_video_size':
    'The file begins like a {type}, but it has no video track whose size can be read. Save or export it again, then send that file.',
  'file.no_size':
    'The file begins like a {type}, but its size cannot be read. Save or export it again, then send that file.',
  'file.cut_off':
    'The file begins like a {type}, but it ends too early: some of it is missing. Send the whole file; if it is damaged, export it again.',
  'file.broken_parts':
    'The file begins like a {type}, but its parts do not follow each other. Save or export it again, then send that file.',
  'file.no_picture':
    'The file begins like a {type}, but it has no picture in it. Save or export it again, then send that file.',
  'file.too_many_parts':
    'The file begins like a {type}, but it has too many parts. Save or export it again, then send that file.',
  'file.no_header':
    'The file begins like a {type}, but its header is missing. Save or export it again, then send that file.',
  'file.bomb':
    'The file begins like a {type}, but a part of it unpacks to many times its size, which is made to overload programs. Save it again without metadata.',
  'file.no_index':
    'The file begins like a {type}, but its index (moov) is missing: the recording was not finished. Save or export it again, then send that file.',

  'file.too_large': 'The file has more than {max} bytes.',
  'file.lost': 'The file is no longer stored. Upload it again.',
  'file.store_away': 'The file storage is not answering. The post waits, and Doorpost retries automatically.',
  'file.not_shrunk':
    'An image is larger than the network takes and could not be made smaller just now. It is tried again.',
  'file.unreadable':
    'The media file cannot be read. Check that its address is public, opens without signing in, and leads to the file itself.',
  'file.unreadable_because': 'The media file cannot be read. {problem}',
  'file.wrong_status': 'The server of the media file answered with status {status} instead of the file.',
  'file.wrong_range': 'The server of the media file answers range requests wrongly.',
  'file.not_media':
    'The media URL does not lead to a JPEG, PNG, GIF, WebP, MP4, MOV, WebM, PDF, MP3, Ogg, FLAC, WAV or M4A file.',

  'store.away': 'The store for files does not answer: {problem}',
  'store.answered': 'The store for files answered {method} with {status}.',
  'store.answered_code': 'The store for files answered {method} with {status} {code}.',
  'store.no_bucket': 'The file is in a bucket that is not set up here any more. Ask the operator to set it up again.',
  'store.try_again':
    'The store for files does not answer, so nothing was stored or changed. Try again in a few seconds; if it stays, the operator finds the reason with "{command}".',
  'store.bucket_away':
    'The bucket for files does not answer, so files are refused. Check S3_ENDPOINT; doctor says more.',
  'disk.refused': 'The disk for files {problem}, so nothing was stored. Tell the operator, then send the file again.',
  'disk.refuses_files': 'The disk for files {problem}, so files are refused. Check DATA_DIR; doctor says more.',
  // What is wrong with the disk.
  'disk.full': 'is full',
  'disk.closed': 'cannot be written',
  'disk.too_many_open': 'cannot be opened, because too many files are open',
  'disk.errors': 'reports errors',
  'disk.unusable': 'cannot be used',

  'fetch.private_bucket':
    'The store for files ({url}) is not public, so Threads and Instagram cannot fetch uploaded files from it. Use one that can be reached from the internet.',
  'fetch.private_address':
    'The address of this installation ({url}) is not public, so Threads and Instagram cannot fetch uploaded files. The operator can set up a public https address, or a bucket for the files.',
  'fetch.plain_http':
    'The address of this installation ({url}) is plain http, and Threads and Instagram fetch files only by https. The operator can set up a public https address, or a bucket for the files.',
} as const
