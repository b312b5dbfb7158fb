import { reject, type Sender } from '../shared/contract.ts'

/**
 * Microsoft Graph does not sign: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks. Each notification
 * returns the secret clientState of its subscription. A delivery may have notifications of several subscriptions.
 */
export const microsoft: Sender = {
  name: 'microsoft',
  label: 'Microsoft 365',
  group: 'Platforms and shops',
  enterAt: 'Create a subscription at Microsoft Graph with this as its notificationUrl, and the same clientState.',
  verifyToken: {
    label: 'clientState',
    description: 'A word of your choice. Give the same to the subscription: Microsoft sends it with every delivery.',
  },
  checkBody(body, isVerifyToken) {
    const { value: list } = (body ?? {}) as { value?: unknown }
    if (!Array.isArray(list) || list.length === 0) {
      const problem = 'The body must be JSON with a list "value" of notifications, as Microsoft Graph sends.'
      return reject('malformed_body', problem)
    }
    for (const item of list as Array<{ clientState?: unknown } | null>) {
      const state = item?.clientState
      if (typeof state !== 'string' || state === '') {
        const problem = 'A notification has no clientState. Give one when you create the subscription.'
        return reject('missing_signature', problem)
      }
      if (!isVerifyToken(state)) {
        const problem = 'A clientState is not the verify token of this webhook.'
        return reject('wrong_signature', `${problem} Check that the subscription was created with it.`)
      }
    }
    return null
  },
  handshake: {
    method: 'POST',
    // SharePoint writes the name in lower case. The clientState comes with the notifications only.
    challenge: ({ query }) => query.validationToken ?? query.validationtoken,
  },
}
