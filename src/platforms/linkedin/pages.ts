import { fieldsOf, isSuccess, listOf, quote, textOf } from '../calls/answers.ts'
import { type AccountProfile, AuthError, type Http, type HttpAnswer, type PlatformSettings } from '../contract.ts'
import { restHeaders } from './api.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role

/** Those who may post for a page. One query finds one role. */
const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'] as const
const PAGE_SIZE = 100
const MAX_ORGANIZATIONS = 100
const NO_PAGE =
  'This person manages no page on LinkedIn. Somebody who does (super admin or content admin) has to connect it.'

/** The pages that the person who approved may post for. Throws an AuthError that says why when there are none. */
export async function readManagedPages(
  http: Http,
  settings: PlatformSettings,
  accessToken: string,
): Promise<AccountProfile[]> {
  const headers = restHeaders({ settings, account: { accessToken } })
  const get = (path: string, query: Record<string, string>) =>
    http({ method: 'GET', url: `${settings.apiUrl}/rest/${path}`, query, headers })
  const ids = new Set<string>()
  for (const role of POSTING_ROLES) {
    const query = { q: 'roleAssignee', role, state: 'APPROVED', count: String(PAGE_SIZE) }
    const answer = await get('organizationAcls', query)
    // Only the first role is named the same in all of LinkedIn's documents: one that it does not know finds nobody.
    if (role !== 'ADMINISTRATOR' && answer.status === 400) continue
    for (const id of pageIdsOf(answer, settings, accessToken)) ids.add(id)
  }
  if (ids.size === 0) throw new AuthError(NO_PAGE)
  const profiles: AccountProfile[] = []
  for (const id of [...ids].slice(0, MAX_ORGANIZATIONS)) {
    const answer = await get(`organizations/${id}`, {})
    // A content admin may post for the page without being allowed to read its profile.
    const page = isSuccess(answer) ? fieldsOf(answer.json) : {}
    profiles.push({
      id: `urn:li:organization:${id}`,
      handle: textOf(page.vanityName),
      name: textOf(page.localizedName),
      kind: 'organization',
    })
  }
  return profiles
}

function pageIdsOf(answer: HttpAnswer, settings: PlatformSettings, accessToken: string): string[] {
  if (answer.status === 401 || answer.status === 403) {
    const said = textOf(fieldsOf(answer.json).message)
    const words = said === null ? '' : ` LinkedIn says: ${quote(said, [accessToken, settings.clientSecret])}`
    throw new AuthError(
      'LinkedIn does not let this app see which pages the person manages. The app needs the product Community Management ' +
        `API with rw_organization_admin; see docs/how-to/platforms.md.${words}`,
    )
  }
  if (!isSuccess(answer)) throw new Error(`LinkedIn did not list the pages (status ${answer.status})`)
  return listOf(fieldsOf(answer.json).elements)
    .map((element) => /^urn:li:organization:(\d{1,20})$/.exec(textOf(fieldsOf(element).organization) ?? '')?.[1])
    .filter((id) => id !== undefined)
}
