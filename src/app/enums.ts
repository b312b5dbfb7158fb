import { APP_NAMES, APP_PARTS } from '../connections/app-schemas.ts'
import { STATUS_KEYS } from '../contact-fields.ts'
import { COLUMN_USES, DUPLICATES, FILE_FORMATS, OUTCOMES, SEPARATORS } from '../contacts/csv/schemas.ts'
import { CONFIRMATIONS } from '../contacts/schemas.ts'
import { ENDPOINT_KINDS } from '../events/chat/chat.ts'
import { EVENT_TYPES } from '../events/emit.ts'
import { DELIVERY_STATES } from '../events/schemas.ts'
import { FIELD_TYPES } from '../forms/fields/fields.ts'
import { CORNERS, THEMES } from '../forms/fields/style.ts'
import { LEVELS, REASON_KINDS } from '../forms/protection/reasons.ts'
import { STATES as SUBMISSION_STATES } from '../forms/schemas.ts'
import { SEPARATOR_NAMES } from '../http/csv-file.ts'
import { ORDERS } from '../http/pagination.ts'
import { MISMATCH_CODES } from '../installation/compare.ts'
import { KEY_STATES } from '../keys/schemas.ts'
import { ENCODINGS } from '../lib/text/encoding.ts'
import { MAIL_KINDS, MAIL_STATES } from '../mail/schemas.ts'
import { LEAD_MAIL } from '../mail/team-store.ts'
import { CONTENT_TYPES_TAKEN } from '../media/schemas.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { PROVIDERS } from '../platforms/registry.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { TRACK_LINKS } from '../platforms/shared/text.ts'
import { REPLY_CONTROLS, STATUSES } from '../posts/fields.ts'
import { LOOK_OUTCOMES } from '../publishing/pause-routes.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import { GROUP_KINDS, REPORT_DIMENSIONS, TOUCHES } from '../reports/attribution/schemas.ts'
import { GROUPINGS } from '../reports/schemas.ts'
import { SCOPES, TEAM_ROLES } from '../scopes.ts'
import { TIME_FORMATS, WEEK_STARTS } from '../users/schemas.ts'
import { MAPPING_STATES } from '../webhooks/schemas.ts'
import { PRESET_NAMES, SENDER_NAMES } from '../webhooks/senders/registry.ts'
import { HASHES, REJECTION_CODES } from '../webhooks/senders/shared/contract.ts'
import { TAKES } from '../webhooks/senders/shared/mapping.ts'

/** Lists of texts that have a name in the OpenAPI documents, and so in clients that are generated from them. */
export const enums = {
  AddressConfirmation: CONFIRMATIONS,
  AppPart: APP_PARTS,
  AttributionDimension: REPORT_DIMENSIONS,
  AttributionKind: GROUP_KINDS,
  AttributionTouch: TOUCHES,
  ContactGrouping: GROUPINGS,
  ContactStatus: STATUS_KEYS,
  CsvSeparator: SEPARATORS,
  CsvSeparatorName: SEPARATOR_NAMES,
  DeliveryState: DELIVERY_STATES,
  EndpointKind: ENDPOINT_KINDS,
  EventType: EVENT_TYPES,
  FileEncoding: ENCODINGS,
  FormCorners: CORNERS,
  FormFieldType: FIELD_TYPES,
  FormTheme: THEMES,
  HeldReason: REASON_KINDS,
  ImportColumnUse: COLUMN_USES,
  ImportDuplicates: DUPLICATES,
  ImportFormat: FILE_FORMATS,
  ImportOutcome: OUTCOMES,
  KeyState: KEY_STATES,
  Language: LANGUAGES,
  LeadMail: LEAD_MAIL,
  LookOutcome: LOOK_OUTCOMES,
  MailKind: MAIL_KINDS,
  MailState: MAIL_STATES,
  MappingState: MAPPING_STATES,
  MappingTake: TAKES,
  MediaContentType: CONTENT_TYPES_TAKEN,
  Network: PROVIDERS,
  NetworkAppName: APP_NAMES,
  PauseCode: MISMATCH_CODES,
  PostFormat: FORMATS,
  PostStatus: STATUSES,
  ProtectionLevel: LEVELS,
  PublicationStateName: PUBLICATION_STATES,
  RejectionCode: REJECTION_CODES,
  ReplyControl: REPLY_CONTROLS,
  Scope: SCOPES,
  SignatureHash: HASHES,
  SortOrder: ORDERS,
  SubmissionState: SUBMISSION_STATES,
  TeamRole: TEAM_ROLES,
  TimeFormat: TIME_FORMATS,
  TrackLinks: TRACK_LINKS,
  WebhookPreset: PRESET_NAMES,
  WebhookProvider: SENDER_NAMES,
  WeekStart: WEEK_STARTS,
}
