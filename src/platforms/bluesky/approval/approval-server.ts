import { fieldsOf, isSuccess, listOf, textOf } from '../../calls/answers.ts'
import { AuthError, type Http } from '../../contract.ts'

// https://atproto.com/specs/oauth#authorization-servers

/** Who asks the person for the approval: the PDS itself, or the server that its operator has for that. */
interface ApprovalServer {
  issuer: string
  pushUrl: string
  authorizeUrl: string
  tokenUrl: string
}

const NO_OAUTH = 'does not offer approval in a browser as Bluesky defines it. Connect the account with an app password.'

export async function findApprovalServer(http: Http, pdsUrl: string): Promise<ApprovalServer> {
  const resource = await readDocument(http, `${pdsUrl}/.well-known/oauth-protected-resource`)
  const [issuer, ...others] = listOf(resource.authorization_servers).map(textOf)
  if (!issuer || others.length > 0 || URL.parse(issuer) === null) throw unusable(pdsUrl)
  const facts = await readDocument(http, `${issuer}/.well-known/oauth-authorization-server`)
  // Otherwise one server could speak for another.
  if (facts.issuer !== issuer) throw unusable(issuer)
  const isFit =
    listOf(facts.code_challenge_methods_supported).includes('S256') &&
    listOf(facts.dpop_signing_alg_values_supported).includes('ES256') &&
    listOf(facts.scopes_supported).includes('atproto') &&
    facts.authorization_response_iss_parameter_supported === true &&
    facts.client_id_metadata_document_supported === true
  if (!isFit) throw unusable(issuer)
  return {
    issuer,
    pushUrl: endpointOf(issuer, facts.pushed_authorization_request_endpoint),
    authorizeUrl: endpointOf(issuer, facts.authorization_endpoint),
    tokenUrl: endpointOf(issuer, facts.token_endpoint),
  }
}

async function readDocument(http: Http, url: string): Promise<Record<string, unknown>> {
  const answer = await http({ method: 'GET', url })
  if (isSuccess(answer)) return fieldsOf(answer.json)
  if (answer.status === 404 || answer.status === 501) throw unusable(url)
  throw new Error(`${new URL(url).host} did not describe its approvals (status ${answer.status})`)
}

/** The browser is sent there, and codes are: the issuer was reached over https, so they have to be as well. */
function endpointOf(issuer: string, value: unknown): string {
  const url = URL.parse(textOf(value) ?? '')
  if (url === null || url.protocol !== new URL(issuer).protocol || url.username !== '') throw unusable(issuer)
  return url.href
}

function unusable(url: string): AuthError {
  return new AuthError(`${new URL(url).host} ${NO_OAUTH}`)
}
