/** Why a submission may be spam. Each reason gives points; at the form's threshold the submission is held for a person. */
export interface Reason {
  kind: ReasonKind
  points: number
  /** For the person who decides about it. */
  text: string
}

/** Enough to be held by itself on a form with the usual protection. */
const SURE = 10

/** One word for each kind of reason: lists are filtered by them, and all of one kind can be accepted at once. */
export const REASON_KINDS = [
  'honeypot',
  'no_token',
  'stale_token',
  'bad_token',
  'instant',
  'no_proof',
  'bad_proof',
  'replayed_proof',
  'disposable_address',
  'link_in_name',
  'repeated_text',
  'flood',
] as const

export type ReasonKind = (typeof REASON_KINDS)[number]

const reason = (kind: ReasonKind, points: number, text: string): Reason => ({ kind, points, text })

/** The points of every reason, in one place, so that they can be compared. */
export const REASONS = {
  honeypot: reason('honeypot', SURE, 'A field that people cannot see was filled in.'),

  noToken: reason(
    'no_token',
    SURE,
    'It carries no token of the form and nothing that browsers send, so a program has sent it without opening a page.',
  ),
  // Honest: a form in plain HTML on a website that does not load our script.
  noTokenFromBrowser: reason('no_token', 3, 'It carries no token, but it looks like a browser sent it.'),
  staleToken: reason('stale_token', 3, 'The page was opened more than a day before the form was sent.'),
  badToken: reason('bad_token', SURE, 'Its token was invented, changed, or taken from another form.'),
  instant: reason('instant', SURE, 'It was sent less than 3 seconds after the page was opened.'),

  // Honest: a browser without JavaScript.
  noProof: reason('no_proof', 2, 'The browser has not done the small computation that our script asks for.'),
  expiredProof: reason('no_proof', 2, 'The computation that our script asks for was done too long ago.'),
  badProof: reason('bad_proof', SURE, 'Its proof of work is wrong, or belongs to another form.'),
  replayedProof: reason('replayed_proof', SURE, 'Its proof of work was sent before. Each counts once.'),

  disposable: reason('disposable_address', SURE, 'The e-mail address is from a provider of throw-away addresses.'),
  linkInName: reason('link_in_name', SURE, 'There is a link in the name.'),
  // Not held by itself: a page may have filled it in for everybody.
  repeatedText: reason('repeated_text', 6, 'The same text has come from several senders.'),
  repeatedLink: reason('repeated_text', SURE, 'The same text, with a link in it, has come from several senders.'),

  sameAgain: reason('flood', SURE, 'The same sender has sent exactly this before, several times.'),
  sameToken: reason('flood', SURE, 'One opened page has sent the form many times.'),
  // Together with the points for no token and no proof it is held.
  manyWithoutToken: reason('flood', 5, 'One sender has sent many in ten minutes, without a token.'),
  manyWithoutProof: reason('flood', SURE, 'One sender has sent very many in ten minutes, without proof of work.'),
  tooMany: reason('flood', SURE, 'One sender has sent far more in ten minutes than a person could.'),
} as const satisfies Record<string, Reason>
