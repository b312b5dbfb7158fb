import { reject, type Sender } from '../shared/contract.ts'

/**
 * https://learn.microsoft.com/graph/change-notifications-delivery-webhooks: Microsoft Graph does not sign. Each notification
 * returns the secret clientState of its subscription. A delivery may have notifications of several subscriptions.
 */
export const microsoft: Sender = {
  name: 'microsoft',
  label: 'Microsoft 365',
  group: 'Platforms and shops',
  verifyToken: true,
  checkBody(body, isVerifyToken) {
    const { value: list } = (body ?? {}) as { value?: unknown }
    if (!Array.isArray(list) || list.length === 0) return reject('malformed_body', 'rejection.not_notifications')
    for (const item of list as Array<{ clientState?: unknown } | null>) {
      const state = item?.clientState
      if (typeof state !== 'string' || state === '') return reject('missing_signature', 'rejection.no_client_state')
      if (!isVerifyToken(state)) return reject('wrong_signature', 'rejection.wrong_client_state')
    }
    return null
  },
  // https://learn.microsoft.com/graph/api/resources/changenotification: the id is optional.
  deliveryId: 'body:/value/0/id',
  handshake: {
    method: 'POST',
    // SharePoint writes the name in lower case. The clientState comes with the notifications only.
    challenge: ({ query }) => query.validationToken ?? query.validationtoken,
  },
}
