/** What is wrong with a post, or with posts that are composed together. */
export const posts = {
  'post.not_found':
    'There is no post with this id. List them at GET /v1/posts; create one at POST /v1/posts/{formats}.',
  'post.not_connection_id':
    '{field} must be the id of a connected account, a UUID, but it is {found}. List them at GET /v1/connections.',
  'post.no_connection': 'There is no connected account with this id on {format}. List them at GET /v1/connections.',
  'post.media_type_required': '{field} is required. Send one of {choices}.',
  'post.text_required': '{field} is required when media_type is text. Send a non-empty string.',
  'post.text_too_long': '{field} must be at most {max} characters long, as {network} counts them, but it has {used}.',
  'post.blank_entry': '{field} must not be blank. Leave the entry out.',
  'post.url_characters': '{field} must not hold white space, control characters or backslashes. Percent-encode them.',
  'post.url_relative': '{field} must be an absolute URL that starts with https:// or http://.',
  'post.url_password': '{field} must not hold a user name or password. Use an address that needs none.',
  'post.alt_texts_not_texts': '{field} must be an array of strings or null, but it is {found}.',
  'post.too_many_alt_texts':
    '{field} has {count} entries, but media_urls has {files, plural, one {# file} other {# files}}. Send one for each file at most.',
  'post.too_many_urls': '{field} must have at most {max} URLs, but it has {count}.',
  'post.url_required': '{field} is required. Send at least 1 URL.',
  'post.urls_not_allowed': '{field} is not allowed when media_type is {media_type}. Leave it out or send null.',
  'post.urls_required': '{field} is required when media_type is {media_type}. Send {wanted}.',
  'post.wrong_url_count': '{field} must have {wanted} when media_type is {media_type}, but it has {count}.',
  'post.one_url': 'exactly 1 URL',
  'post.several_urls': '{least} to {most} URLs',
  'post.tag_with_sign': '{field} must be written without the {sign} prefix, which is added at publication.',
  'post.tag_with_space': '{field} must not hold white space. Send each of the {list} as an entry of its own.',
  'post.too_many_tags': '{field} must have at most {max} entries, but it has {count}.',
  'post.date_required':
    '{field} is required when status is scheduled. Send a date and time such as 2026-07-01T09:30:00Z.',
  'post.date_not_text': '{field} must be a string such as "2026-07-01T09:30:00Z", but it is {found}.',
  'post.date_with_offset':
    '{field} must be a local time such as 2026-07-01T09:30:00 when time_zone is sent, but it has an offset. Drop the offset or time_zone.',
  'post.local_date_wrong': '{problem} With time_zone it is written without Z or offset.',
  'post.date_impossible': '{field} is not possible: {problem}',
  'post.no_short_links': 'track_links cannot be short here. {problem}',
  'post.is_published':
    'The post is published and can no longer be changed. Create a new one, and delete this one on the platform if it is wrong.',
  'post.is_unconfirmed':
    'It is not known whether the post is out, so it cannot be changed. Look at the account, then settle it with POST /v1/posts/{id}/resolve.',
  'post.edit_under_way':
    'The post is going out right now and cannot be changed. Read it again in a while to see how it ended.',
  'post.delete_under_way':
    'The post is going out right now and cannot be deleted. Try again in a while, when it is known how it ended.',
  'post.unknown_state': '{field} must be one of {states}, or several of them separated by commas.',
  'calendar.too_many_days': 'With by={by} there may be {max} days at most, but from {from} to {to} there are {days}.',

  'group.not_found':
    'There is no group of posts with this id. `group_id` of a post names its group; create one at POST /v1/posts.',
  'group.not_shared_text': '{field} is not a field that all posts have. The text of all is called content here.',
  'group.not_shared': '{field} is not a field that all posts have. It belongs in {place}.',
  'group.place_accounts': 'accounts[n].overrides of the accounts whose posts have it',
  'group.place_overrides': 'overrides, below the id of a post that has it',
  'group.no_accounts':
    '{field} must be a list of 1 to {max} entries such as {example}, but it is {found}. List accounts at GET /v1/connections.',
  'group.wrong_account_count':
    '{field} must be a list of 1 to {max} entries such as {example}, but it has {count}. List accounts at GET /v1/connections.',
  'group.not_account': '{field} must be an object such as {example}, but it is {found}.',
  'group.misplaced_field': '{field} has a field that it cannot have: {name}. Put it into {field}.overrides.',
  'group.unknown_field': '{field} has a field that it cannot have: {name}. Leave it out.',
  'group.not_connection_id': '{field} must be the id of a connected account, a UUID. List them at GET /v1/connections.',
  'group.no_connection': '{field}: There is no connected account with this id. List them at GET /v1/connections.',
  'group.account_twice': '{field} is the account of {first} again. Each account gets one post; leave one of them out.',
  'group.overrides_wanted': 'an object of fields that this post has instead',
  'group.too_many_overrides': '{field} must name at most {max} posts, but it names {count}.',
  'group.override_not_id': '{field} must have ids of posts as names, but one is {name}.',
  'group.override_of_stranger':
    '{field}: there is no post with this id in the group. Read the group to see which posts it has.',
  'group.account_fixed':
    '{path} cannot have a connection_id. A group keeps its accounts; change the account of one post with PATCH /v1/posts/{id}.',
  'group.text_twice': '{path} has both content and {name}, which are the same. Send one of them.',
  'group.media_required': '{field} is required: a post on {network} needs at least one picture or video.',
  'group.at_field': '{field}: {problem}',
  'group.for_post': 'For {post}, {problem} Change it for all, or send another one for this post alone in {field}.',
} as const
