/** Short links and the link page, and the messages for visitors who cannot be redirected. */
export const links = {
  'link.not_found': 'There is no link with this id. List them at GET /v1/links; create one at POST /v1/links.',
  'link.target_space': 'target must not have spaces, line breaks or control characters.',
  'link.target_backslash': 'target must not have backslashes: browsers read them as slashes.',
  'link.target_not_url': 'target must be an absolute URL that begins with https:// or http://.',
  'link.target_login': 'target must not have a user name or password.',
  'link.target_too_long': 'target must have at most {max} characters when it is encoded.',
  'link.target_own':
    'target is a short link of this installation, which would only count twice. Use the page it leads to.',
  'link.in_post':
    'Post {post} has this link in its text, and counts its clicks by it. Disable the link instead, or delete the post first.',
  'link.no_public_address':
    'Short links need a public https address, and they would begin with {url}. Ask the operator for one, or use UTM parameters (utm), which need no address of ours.',
  'link_page.wrong_name':
    'name must be 3 to 40 small letters, digits and hyphens, with no hyphen at either end, such as harbour-works.',
  'link_page.name_taken': 'Another workspace has a page named "{name}". Choose another name.',
  'link_page.no_name': 'name is required for a page to be shown. Send one, such as harbour-works.',
  'link_page.empty': 'There is nothing here yet. Come back soon.',

  'visit.unknown_title': 'This link does not work',
  'visit.unknown': 'No link has this address. It may have been copied only in part, or deleted since.',
  'visit.unknown_check': 'Check it where you found it: every character counts, and so do upper and lower case.',
  'visit.disabled_title': 'This link is no longer in use',
  'visit.disabled': 'The person who published it has disabled it. Look for a newer one where you found it.',
  'visit.away_title': 'This link cannot be opened right now',
  'visit.away': 'Please try again in a minute.',
} as const
