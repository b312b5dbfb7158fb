import { plainPage } from '../../http/answers/plain-page.ts'

// What visitors see who cannot be sent on. They know nothing of Doorpost: the pages tell them what they can do.

export const UNKNOWN_PAGE = {
  status: 404,
  html: plainPage('This link does not work', [
    '<p>No link has this address. It may have been copied only in part, or deleted since.</p>',
    '<p>Check it where you found it: every character counts, and so do upper and lower case.</p>',
  ]),
}

export const DISABLED_PAGE = {
  status: 410,
  html: plainPage('This link is no longer in use', [
    '<p>Whoever published it has switched it off. Look for a newer one where you found it.</p>',
  ]),
}

export const AWAY_PAGE = {
  status: 503,
  html: plainPage('This link cannot be opened right now', ['<p>Please try again in a minute.</p>']),
}
