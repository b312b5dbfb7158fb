import { json, type Reply } from '../http/call.ts'

const PROBLEM = { 'content-type': 'application/problem+json; charset=utf-8' }

export function problem(status: number, title: string, detail: string, type = 'about:blank'): Reply {
  return json(status, { title, detail, type, status }, PROBLEM)
}

export function unauthorized(): Reply {
  return problem(401, 'Unauthorized', 'Unauthorized')
}

export function forbidden(detail: string): Reply {
  return problem(403, 'Forbidden', detail)
}

export function duplicate(): Reply {
  return forbidden('You are not allowed to create a Tweet with duplicate content.')
}

/** 400 with the invalid parameters. */
export function invalidRequest(message: string, parameters: Record<string, string[]> = {}): Reply {
  return json(
    400,
    {
      errors: [{ parameters, message }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.x.com/2/problems/invalid-request',
    },
    PROBLEM,
  )
}

export function notFound(resource: string, parameter: string, value: string): Reply {
  return json(
    404,
    {
      errors: [
        {
          value,
          detail: `Could not find ${resource} with ${parameter}: [${value}].`,
          title: 'Not Found Error',
          resource_type: resource,
          parameter,
          resource_id: value,
          type: 'https://api.x.com/2/problems/resource-not-found',
        },
      ],
      title: 'Not Found Error',
      detail: `Could not find ${resource} with ${parameter}: [${value}].`,
      type: 'https://api.x.com/2/problems/resource-not-found',
    },
    PROBLEM,
  )
}

export function creditsDepleted(): Reply {
  return problem(
    402,
    'CreditsDepleted',
    'Your enrolled account does not have any credits to fulfill this request.',
    'https://api.x.com/2/problems/credits',
  )
}

export function tooManyRequests(): Reply {
  return problem(429, 'Too Many Requests', 'Too Many Requests')
}

export function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description })
}
