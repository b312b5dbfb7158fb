import type { Amounts, Filled } from './data.ts'

/** Name → path, with values that match about as large a part of a small workspace as of a large one (see data.ts). */
export function namedCalls({ ids, day }: Filled, amounts: Amounts): Record<string, string> {
  return { ...contactCalls(ids, day, amounts), ...postCalls(ids, day, amounts), ...otherCalls(ids, day, amounts) }
}

const MIDDLE = (rows: number) => `page=${Math.floor(rows / 20 / 2)}`
/** The middle, or the furthest page that is not refused. */
const FAR = (rows: number) => `page=${Math.min(Math.floor(rows / 20 / 2), 1_000)}`

function contactCalls(ids: Filled['ids'], day: Filled['day'], { contacts }: Amounts) {
  const queries = {
    'contacts, first page': '',
    'contacts, page 50': 'page=50',
    'contacts, middle page': MIDDLE(contacts),
    'contacts, far page': FAR(contacts),
    'by status new': 'status=new',
    'by status contacted': 'status=contacted',
    'by status, rare': 'status=won',
    'by owner': `owner_id=${ids.owner}`,
    'by owner, rare': `owner_id=${ids.rareOwner}`,
    'without owner': 'owner_id=none',
    'by tag': 'tag=vip',
    'by tag, rare': 'tag=early',
    'by tag, not found': 'tag=nothing',
    'by source': 'utm_source=newsletter',
    'by source, rare': 'utm_source=fair',
    'by source, far page': `utm_source=newsletter&${FAR(contacts / 2)}`,
    'by source and status, far page': `utm_source=newsletter&status=contacted&${FAR(contacts / 4)}`,
    'by medium, nearly all': 'utm_medium=web',
    'by form name': 'form=Contact+us',
    'by address': 'email=p77%40example.com',
    'by dates': `created_after=${day(60)}T00:00:00Z&created_before=${day(30)}T00:00:00Z`,
    'by post': `post_id=${ids.post}`,
    'by link': `link_id=${ids.link}`,
    'by form': `form_id=${ids.form}`,
    'by source and status': 'utm_source=newsletter&status=contacted',
    'by source and status, not found': 'utm_source=import&status=contacted',
    'by source and status new': 'utm_source=newsletter&status=new',
    'by status new without owner': 'status=new&owner_id=none',
    'by status and dates': `status=contacted&created_before=${day(365)}T00:00:00Z`,
    'by status, tag and source, few': 'status=contacted&tag=vip&utm_source=newsletter',
    'by status, tag and source, not found': 'status=lost&tag=vip&utm_source=newsletter',
    'by owner and tag, few': `owner_id=${ids.owner}&tag=vip`,
    'by owner and tag, not found': `owner_id=${ids.owner}&tag=early`,
    'by owner and status, not found': `owner_id=${ids.owner}&status=new`,
    'without owner, by tag': 'owner_id=none&tag=vip',
    'search, found often': 'q=Silva',
    'search, found often, only old': 'q=altmann',
    'search, found once': 'q=p77%40example',
    'search, not found': 'q=nobodyatall',
    'search, two words': 'q=first7+silva1',
    'search, two letters': 'q=7%40',
    'search, two letters, not found': 'q=%23%23',
    'search and status': 'q=p77%40example&status=new',
    'search often and status': 'q=altmann&status=contacted',
    'search often and status, few': 'q=altmann&status=won',
    'search often and status, not found': 'q=newcomer&status=contacted',
    'search often, status and tag, not found': 'q=altmann&status=lost&tag=vip',
  }
  return {
    ...Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, `/v1/contacts?${query}`])),
    values: '/v1/contacts/values',
    people: '/v1/people',
    'people, page 50': '/v1/people?page=50',
    'people, far page': `/v1/people?page=${Math.min(250, Math.floor(contacts / 20 / 4))}`,
    'people, search, found once': '/v1/people?q=p77%40',
    'people, search, found often': '/v1/people?q=silva',
    'people, search, found often, only old': '/v1/people?q=altmann',
    'people, search, not found': '/v1/people?q=nobodyatall',
    'people, search, two letters': '/v1/people?q=7%40',
    'a person': '/v1/people/p77%40example.com',
    timeline: '/v1/people/p77%40example.com/timeline',
    'export, first byte': '/v1/contacts/export',
    'export, few, first byte': '/v1/contacts/export?utm_source=fair',
  }
}

function postCalls(ids: Filled['ids'], day: Filled['day'], { posts }: Amounts) {
  const weeks = `from=${day(20)}&to=${day(0)}`
  return {
    posts: '/v1/posts',
    'posts, page 50': '/v1/posts?page=50',
    'posts, far page': `/v1/posts?${FAR(posts)}`,
    'posts by state, far page': `/v1/posts?state=published&${FAR(posts)}`,
    'posts by state': '/v1/posts?state=published',
    'posts by state, rare': '/v1/posts?state=failed',
    'posts by status': '/v1/posts?status=scheduled',
    'posts by account': `/v1/posts?connection_id=${ids.account}`,
    'posts by account, rare': `/v1/posts?connection_id=${ids.rareAccount}`,
    'posts by state and account, few': `/v1/posts?state=failed&connection_id=${ids.rareAccount}`,
    'posts by state and account, not found': `/v1/posts?state=failed&connection_id=${ids.account}`,
    'posts by state, account and format': `/v1/posts?state=published&connection_id=${ids.account}&platform=thread`,
    'posts by state, account and format, not found': `/v1/posts?state=missed&connection_id=${ids.account}&platform=thread`,
    'posts by date': `/v1/posts?order=scheduled&scheduled_after=${day(40)}T00:00:00Z&scheduled_before=${day(10)}T00:00:00Z`,
    'posts by date and state, rare': '/v1/posts?order=scheduled&state=failed',
    'posts by date, far page': `/v1/posts?order=scheduled&${FAR(posts)}`,
    'posts by date and account, rare': `/v1/posts?order=scheduled&connection_id=${ids.rareAccount}`,
    'posts by date and state, account, not found': `/v1/posts?order=scheduled&state=published&connection_id=${ids.rareAccount}`,
    'posts, search': '/v1/posts?q=number+77',
    'posts, search, found often, only old': '/v1/posts?q=spring',
    'posts, search, not found': '/v1/posts?q=nothinglikeit',
    'posts, search and state, not found': '/v1/posts?q=spring&state=none',
    calendar: `/v1/posts/calendar?${weeks}`,
    'calendar, one account': `/v1/posts/calendar?${weeks}&connection_id=${ids.account}`,
    'calendar, rare account': `/v1/posts/calendar?${weeks}&connection_id=${ids.rareAccount}`,
    'calendar, rare state': `/v1/posts/calendar?${weeks}&state=failed`,
    'calendar, search': `/v1/posts/calendar?${weeks}&q=spring`,
    'calendar by hour': `/v1/posts/calendar?by=hour&from=${day(6)}&to=${day(0)}`,
  }
}

function otherCalls(ids: Filled['ids'], day: Filled['day'], { deliveries, events = 0 }: Amounts) {
  const from = day(364)
  const received = `/v1/webhooks/${ids.source}/deliveries`
  const sent = `/v1/events/endpoints/${ids.endpoint}/deliveries`
  return {
    links: '/v1/links',
    'links, search': '/v1/links?q=bench77',
    deliveries: received,
    'deliveries, page 50': `${received}?page=50`,
    'deliveries, far page': `${received}?${FAR(deliveries)}`,
    'deliveries by state': `${received}?mapping_state=mapped`,
    'deliveries by state, rare': `${received}?mapping_state=failed`,
    'deliveries by state, not found': `${received}?mapping_state=skipped`,
    'deliveries, not verified, rare': `${received}?verified=false`,
    'deliveries by dates': `${received}?received_after=${day(60)}T00:00:00Z&received_before=${day(30)}T00:00:00Z`,
    'deliveries, search': `${received}?q=%3A77%7D`,
    'deliveries, search, found often, only old': `${received}?q=spring`,
    'deliveries, search, not found': `${received}?q=nothinglikeit`,
    events: '/v1/events',
    'events, newest first': '/v1/events?order=desc',
    'events, far page': `/v1/events?${FAR(events)}`,
    'events by type': '/v1/events?type=contact.created',
    'events by two types': '/v1/events?type=contact.created,post.published&order=desc',
    'events by type, rare': '/v1/events?type=post.failed&order=desc',
    'events by type, not found': '/v1/events?type=post.missed',
    'events by type and date': `/v1/events?type=contact.created&created_after=${day(300)}T00:00:00Z`,
    'events by type, rare, and date': `/v1/events?type=post.failed&created_after=${day(300)}T00:00:00Z`,
    'sent events': sent,
    'sent events, page 50': `${sent}?page=50`,
    'sent events by state': `${sent}?state=delivered`,
    'sent events by state, rare': `${sent}?state=failed`,
    'sent events by type': `${sent}?type=contact.created`,
    'sent events by type, rare': `${sent}?type=post.failed`,
    'sent events by type, not found': `${sent}?type=post.missed`,
    'report: contacts, 30 days': `/v1/reports/contacts?from=${day(29)}&to=${day(0)}`,
    'report: contacts, a year': `/v1/reports/contacts?from=${from}&to=${day(0)}`,
    'report: contacts, a year elsewhere': `/v1/reports/contacts?from=${from}&to=${day(0)}&time_zone=Asia%2FKolkata`,
    'report: attribution by post, a year': `/v1/reports/attribution?by=post&from=${from}&to=${day(0)}`,
    'report: attribution by source, a year': `/v1/reports/attribution?by=source&from=${from}&to=${day(0)}`,
    'report: attention': '/v1/reports/attention',
    'report: upcoming': '/v1/reports/upcoming',
  }
}
