import { rule, type Sender } from '../shared/contract.ts'

/**
 * https://docs.slack.dev/authentication/verifying-requests-from-slack for the signature and five minutes of tolerance,
 * https://docs.slack.dev/apis/events-api for the payload, https://docs.slack.dev/reference/events/url_verification.
 */
export const slack: Sender = {
  name: 'slack',
  label: 'Slack',
  group: 'Platforms and shops',
  signatures: [
    rule({
      header: 'x-slack-signature',
      prefix: 'v0=',
      template: 'v0:{timestamp}:{body}',
      timestamp_header: 'x-slack-request-timestamp',
    }),
  ],
  secret: {},
  deliveryId: 'body:/event_id',
  handshake: {
    method: 'POST',
    /** The body may carry Slack's old verification token, which must be right if the webhook has one. */
    challenge({ json, isVerifyToken }) {
      const { type, challenge, token } = json('url_verification') ?? {}
      return type === 'url_verification' && isVerifyToken(token) !== false && challenge
    },
  },
}
