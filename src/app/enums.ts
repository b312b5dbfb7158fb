import { STATUS_KEYS } from '../contact-fields.ts'
import { ENDPOINT_KINDS } from '../events/chat/chat.ts'
import { EVENT_TYPES } from '../events/emit.ts'
import { DELIVERY_STATES } from '../events/schemas.ts'
import { FIELD_TYPES } from '../forms/fields/fields.ts'
import { KEY_STATES } from '../keys/schemas.ts'
import { MAIL_KINDS, MAIL_STATES } from '../mail/schemas.ts'
import { PROVIDERS } from '../platforms/registry.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { TRACK_LINKS } from '../platforms/shared/text.ts'
import { STATUSES } from '../posts/fields.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import { DIMENSIONS, TOUCHES } from '../reports/attribution/schemas.ts'
import { SCOPES, TEAM_ROLES } from '../scopes.ts'
import { MAPPING_STATES } from '../webhooks/schemas.ts'
import { PRESET_NAMES, SENDER_NAMES } from '../webhooks/senders/registry.ts'
import { REJECTION_CODES } from '../webhooks/senders/shared/contract.ts'

/** Lists of texts that have a name in the OpenAPI documents, and so in clients that are generated from them. */
export const enums = {
  AttributionDimension: DIMENSIONS,
  AttributionTouch: TOUCHES,
  ContactStatus: STATUS_KEYS,
  DeliveryState: DELIVERY_STATES,
  EndpointKind: ENDPOINT_KINDS,
  EventType: EVENT_TYPES,
  FormFieldType: FIELD_TYPES,
  KeyState: KEY_STATES,
  MailKind: MAIL_KINDS,
  MailState: MAIL_STATES,
  MappingState: MAPPING_STATES,
  Network: PROVIDERS,
  PostFormat: FORMATS,
  PostStatus: STATUSES,
  PublicationStateName: PUBLICATION_STATES,
  RejectionCode: REJECTION_CODES,
  Scope: SCOPES,
  TeamRole: TEAM_ROLES,
  TrackLinks: TRACK_LINKS,
  WebhookPreset: PRESET_NAMES,
  WebhookProvider: SENDER_NAMES,
}
