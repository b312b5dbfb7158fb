// Written by `npm run openapi` from openapi.full.json. Do not edit.

export type AcceptHeld = {
  form_id?: string
  reason?: HeldReason
}

export type AcceptedHeld = {
  accepted: number
  remaining: number
}

export type AcceptedHeldResponse = {
  success: true
  data: AcceptedHeld
}

export type AcceptedInvitation = {
  token: string
  name: string
  password: string
}

export type AddressConfirmation = "pending" | "confirmed"

export type ApiError = {
  error: "validation_error" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "precondition_failed" | "payload_too_large" | "idempotency_mismatch" | "rate_limit_exceeded" | "internal_error" | "service_unavailable"
  message: string
  status?: number
  details?: Record<string, Array<string>>
}

export type ApiKey = {
  id: string
  name: string
  hint: string
  scopes: Array<Scope>
  state: KeyState
  created_by: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  previous_hint: string | null
  previous_until: string | null
  previous_last_used_at: string | null
}

export type ApiKeySelf = {
  id: string
  name: string
  hint: string
  scopes: Array<Scope>
  workspace: { id: string; name: string }
  created_at: string
  expires_at: string | null
  rate_limit: { requests: number; window_seconds: number }
}

export type ApiKeySelfResponse = {
  success: true
  data: ApiKeySelf
}

export type AppPart = "client_id" | "client_secret"

export type Attempt = {
  number: number
  started_at: string
  ended_at: string | null
  outcome: string | null
  code: string | null
  message: string | null
  message_code: ReasonCode
  message_values: MessageValues | null
  platform_code: string | null
  answer: { status: number; body: string } | null
  steps: Array<{ at: string; step: string; message: string }>
}

export type Attention = {
  publishing: { code: string; reason: string; reason_code: ReasonCode; reason_values: MessageValues | null; since: string } | null
  backups: { code: "failed" | "overdue"; reason: string; reason_code: ReasonCode; reason_values: MessageValues | null; since: string } | null
  uploads: { code: "disk" | "bucket"; reason: string; reason_code: ReasonCode; reason_values: MessageValues | null; since: string } | null
  posts: { failed: AttentionPosts; unconfirmed: AttentionPosts; missed: AttentionPosts; held: AttentionPosts; confirming: AttentionPosts }
  connections: Array<{ id: string; platform: PostFormat; handle: string | null; name: string | null; problem: "needs_reconnect" | "held" | "expiring"; reason: string | null; reason_code: ReasonCode; reason_values: MessageValues | null; works_until: string | null }>
  rejections: (Array<{ webhook_id: string; name: string; count: number; newest: { id: string; received_at: string; code: string; reason: string; reason_code: ReasonCode; reason_values: MessageValues | null } }>) | null
  unmapped: (Array<{ webhook_id: string; name: string; count: number; newest: { id: string; received_at: string; issues: Record<string, Array<string>> | null } }>) | null
  endpoints: (Array<{ id: string; url: string; status: "active" | "disabled"; reason: string | null; reason_code: ReasonCode; reason_values: MessageValues | null; failures: number; failing_since: string | null }>) | null
  failed_mails: { count: number; newest: { id: string; kind: MailKind; reason: string | null; reason_code: ReasonCode; reason_values: MessageValues | null; form_id: string | null; contact_id: string | null; failed_at: string } | null } | null
  held_submissions: { count: number; newest_at: string | null } | null
}

export type AttentionPosts = {
  count: number
  newest: Array<{ id: string; platform: PostFormat; text: string | null; scheduled_date: string | null; connection_id: string | null; code: string | null; reason: string | null; reason_code: ReasonCode; reason_values: MessageValues | null }>
}

export type AttentionResponse = {
  success: true
  data: Attention
}

export type Attribution = {
  first: Touch | null
  last: Touch | null
  touches: Array<Touch>
}

export type AttributionDimension = "post" | "platform" | "source" | "medium" | "campaign" | "form" | "network"

export type AttributionKind = "key" | "none" | "other"

export type AttributionReport = {
  by: AttributionDimension
  touch: AttributionTouch
  from: string
  to: string
  time_zone: string
  before: { from: string; to: string }
  complete: boolean
  totals: { leads: number; leads_before: number; clicks: number | null; visitors: number | null; clicks_before: number | null }
  rows: Array<{ kind: AttributionKind; key: string | null; label: string | null; leads: number; leads_before: number; clicks: number | null; visitors: number | null }>
  days: Array<string>
  series: Array<{ kind: AttributionKind; key: string | null; label: string | null; total: number; counts: Array<number> }>
}

export type AttributionReportResponse = {
  success: true
  data: AttributionReport
}

export type AttributionTouch = "first" | "last"

export type Author = {
  kind: "user" | "key"
  id: string
  name: string | null
}

export type BackupCodes = {
  backup_codes: Array<string>
}

export type BackupCodesResponse = {
  success: true
  data: BackupCodes
}

export type Backups = {
  schedule: { every_minutes: number; next_at: string } | null
  place: { kind: "folder" | "bucket"; name: string }
  keep: { daily: number; weekly: number }
  has_key: boolean
  in_progress: { state: "waiting" | "running"; asked_by: string | null; started_at: string; rows: number; expected_rows: number | null } | null
  last: StoredBackup | null
  problem: { code: "failed" | "overdue"; reason: string; reason_code: ReasonCode; reason_values: MessageValues | null; since: string } | null
  last_failure: { at: string; reason: string; reason_code: ReasonCode; reason_values: MessageValues | null } | null
  kept: Array<StoredBackup>
  kept_count: number
  kept_bytes: number
  last_rehearsal: { file: string; made_at: string | null; rehearsed_at: string; problem: string | null } | null
  rehearse_command: string | null
}

export type BackupsResponse = {
  success: true
  data: Backups
}

export type Browser = {
  id: string
  current: boolean
  service: string
  user_agent: string | null
  created_at: string
  last_sent_at: string | null
}

export type BrowserResponse = {
  success: true
  data: Browser
}

export type BrowserTest = {
  sent: boolean
  problem: string | null
}

export type BrowserTestResponse = {
  success: true
  data: BrowserTest
}

export type BulkChange = {
  ids?: Array<string>
  filter?: { q?: string; email?: string; utm_source?: string; utm_medium?: string; form?: string; post_id?: string; link_id?: string; form_id?: string; status?: ContactStatus; owner_id?: string; tag?: string; created_after?: string; created_before?: string; updated_after?: string }
  cursor?: string
  set?: { status?: ContactStatus; owner_id?: string | null; tags?: Array<string> }
  add_tags?: Array<string>
  remove_tags?: Array<string>
}

export type BulkResult = {
  matched: number
  changed: number
  next_cursor: string | null
}

export type BulkResultResponse = {
  success: true
  data: BulkResult
}

export type ChangedPostGroup = {
  group_id: string
  posts: Array<Post>
  unchanged: Array<{ id: string; reason: string }>
}

export type ChangedPostGroupResponse = {
  success: true
  data: ChangedPostGroup
}

export type CodeProof = {
  code: string
}

export type ConnectLink = {
  platform: PostFormat
  provider: Network
  url: string | null
  expires_at: string
  redirect_url: string
}

export type ConnectLinkResponse = {
  success: true
  data: ConnectLink
}

export type Connection = {
  id: string
  platform: PostFormat
  provider: Network
  service_url: string | null
  limits: (Record<string, number | Array<string>>) | null
  account_id: string
  handle: string | null
  name: string | null
  kind: "member" | "organization"
  sandbox: boolean
  default: boolean
  status: "active" | "needs_reconnect" | "held"
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  renewed_at: string
  works_until: string | null
  created_at: string
}

export type ConnectionExpiringEvent = {
  id: string
  type: "connection.expiring"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Connection
}

export type ConnectionNeedsReconnectEvent = {
  id: string
  type: "connection.needs_reconnect"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Connection
}

export type ConnectionPatch = {
  default: true
}

export type ConnectionResponse = {
  success: true
  data: Connection
}

export type ConnectionSignIn = {
  provider: "bluesky" | "mastodon"
  service_url?: string | null
  handle?: string | null
  secret: string
}

export type ConsentVersion = {
  version: number
  purpose: string
  text: string
  translations: Record<string, string>
  created_at: string
}

export type Contact = {
  id: string
  first_name: string
  last_name: string | null
  email: string | null
  company: string | null
  utm_source: string | null
  utm_medium: string | null
  extra: Record<string, string | number | boolean>
  status: ContactStatus
  owner_id: string | null
  tags: Array<string>
  webhook_id: string | null
  delivery_id: string | null
  link_id: string | null
  post_id: string | null
  form_id: string | null
  confirmation: AddressConfirmation | null
  created_at: string
  updated_at: string
  version: number
}

export type ContactAssignedEvent = {
  id: string
  type: "contact.assigned"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: ContactAssignment | Erased
}

export type ContactAssignment = Contact & { from: string | null; to: string | null; by: Author | null }

export type ContactBatch = {
  contacts: Array<NewContact>
}

export type ContactCreatedEvent = {
  id: string
  type: "contact.created"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Contact | Erased
}

export type ContactDeletedEvent = {
  id: string
  type: "contact.deleted"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Deleted
}

export type ContactDetail = Contact & { attribution: Attribution; merged_into: string | null; merged: Array<MergedContact> }

export type ContactDetailResponse = {
  success: true
  data: ContactDetail
}

export type ContactFilter = {
  q?: string
  email?: string
  utm_source?: string
  utm_medium?: string
  form?: string
  post_id?: string
  link_id?: string
  form_id?: string
  status?: ContactStatus
  owner_id?: string
  tag?: string
  created_after?: string
  created_before?: string
  updated_after?: string
}

export type ContactGrouping = "utm_source" | "utm_medium" | "channel"

export type ContactMerge = {
  contact_ids: Array<string>
}

export type ContactMerged = {
  id: string
  merged_into: string
  by: Author | null
}

export type ContactMergedEvent = {
  id: string
  type: "contact.merged"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: ContactMerged | Erased
}

export type ContactPatch = {
  first_name?: string
  last_name?: string | null
  email?: string | null
  company?: string | null
  utm_source?: string | null
  utm_medium?: string | null
  status?: ContactStatus
  owner_id?: string | null
  tags?: Array<string>
  [name: string]: unknown
}

export type ContactResponse = {
  success: true
  data: Contact
}

export type ContactStatus = "new" | "contacted" | "qualified" | "won" | "lost"

export type ContactStatusChange = Contact & { from: ContactStatus; to: ContactStatus; by: Author | null }

export type ContactStatusChangedEvent = {
  id: string
  type: "contact.status_changed"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: ContactStatusChange | Erased
}

export type ContactUnmergedEvent = {
  id: string
  type: "contact.unmerged"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Contact | Erased
}

export type ContactUpdatedEvent = {
  id: string
  type: "contact.updated"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Contact | Erased
}

export type ContactValues = {
  utm_source: Array<{ value: string; contacts: number }>
  utm_medium: Array<{ value: string; contacts: number }>
  form: Array<{ value: string; contacts: number }>
  status: Array<{ value: string; contacts: number; label: string }>
  owner_id: Array<{ value: string; contacts: number; label: string }>
  tag: Array<{ value: string; contacts: number }>
}

export type ContactValuesResponse = {
  success: true
  data: ContactValues
}

export type ContactsReport = {
  from: string
  to: string
  time_zone: string
  by: ContactGrouping
  days: Array<string>
  series: Array<{ name: string; value: string | null; total: number; counts: Array<number> }>
  total: number
}

export type ContactsReportResponse = {
  success: true
  data: ContactsReport
}

export type CreateContactBatchResponse = {
  success: true
  data: Array<StoredInBatch | RefusedInBatch>
}

export type CreatedApiKey = ApiKey & { key: string | null }

export type CreatedApiKeyResponse = {
  success: true
  data: CreatedApiKey
}

export type CsvSeparator = "," | ";" | "\t"

export type CsvSeparatorName = "comma" | "semicolon" | "tab"

export type Deleted = {
  id: string
  deleted: true
}

export type DeletedNetworkApp = {
  app: NetworkAppName
  deleted: true
}

export type DeletedNetworkAppResponse = {
  success: true
  data: DeletedNetworkApp
}

export type DeletedPostGroup = {
  group_id: string
  deleted: Array<string>
  unchanged: Array<{ id: string; reason: string }>
}

export type DeletedPostGroupResponse = {
  success: true
  data: DeletedPostGroup
}

export type DeletedResponse = {
  success: true
  data: Deleted
}

export type Delivery = {
  id: string
  received_at: string
  verified: boolean
  delivery_id: string | null
  content_type: string | null
  query: string
  headers: Array<Array<string>>
  body_bytes: number
  body_sha256: string
  body_text: string | null
  body_base64: string | null
  duplicates: number
  replays: number
  mapping: { state: MappingState; issues: Record<string, Array<string>> | null; contact_ids: Array<string> }
}

export type DeliveryResponse = {
  success: true
  data: Delivery
}

export type DeliveryState = "pending" | "delivered" | "failed" | "cancelled"

export type Done = {
  done: true
}

export type DoneResponse = {
  success: true
  data: Done
}

export type DoorpostEvent = ContactCreatedEvent | ContactUpdatedEvent | ContactStatusChangedEvent | ContactAssignedEvent | ContactMergedEvent | ContactUnmergedEvent | ContactDeletedEvent | PostCreatedEvent | PostUpdatedEvent | PostScheduledEvent | PostCancelledEvent | PostDeletedEvent | PostPublishedEvent | PostFailedEvent | PostMissedEvent | PostUnconfirmedEvent | ConnectionExpiringEvent | ConnectionNeedsReconnectEvent | WebhookReceivedEvent | EndpointDisabledEvent

export type Endpoint = {
  id: string
  kind: EndpointKind
  url: string
  description: string | null
  language: Language | null
  events: Array<EventSelector> | null
  filters: EndpointFilters
  headers: EndpointHeaders
  scopes: Array<Scope> | null
  status: "active" | "paused" | "disabled"
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  failures: number
  failing_since: string | null
  last_success_at: string | null
  last_failure_at: string | null
  waiting: number
  resting_until: string | null
  previous_secret_until: string | null
  version: number
  created_at: string
  updated_at: string
}

export type EndpointDisabledEvent = {
  id: string
  type: "endpoint.disabled"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Endpoint
}

export type EndpointFilters = Record<string, string>

export type EndpointHeaders = Record<string, string>

export type EndpointKind = "webhook" | "slack" | "discord" | "teams" | "ntfy"

export type EndpointPatch = {
  url?: string
  token?: string | null
  description?: string | null
  language?: Language | null
  events?: Array<EventSelector> | null
  filters?: EndpointFilters
  headers?: EndpointHeaders
  status?: "active" | "paused"
}

export type EndpointResponse = {
  success: true
  data: Endpoint
}

export type EndpointTest = {
  type?: "endpoint.test" | "contact.created" | "contact.updated" | "contact.status_changed" | "contact.assigned" | "contact.merged" | "contact.unmerged" | "contact.deleted" | "post.created" | "post.updated" | "post.scheduled" | "post.cancelled" | "post.deleted" | "post.published" | "post.failed" | "post.missed" | "post.unconfirmed" | "connection.expiring" | "connection.needs_reconnect" | "webhook.received" | "endpoint.disabled"
}

export type EndpointTestEvent = {
  id: string
  type: "endpoint.test"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: { message: string }
}

export type EndpointTestResult = {
  delivered: boolean
  status: number | null
  duration_ms: number
  message: string | null
  message_code: ReasonCode
  message_values: MessageValues | null
  answer: string | null
}

export type EndpointTestResultResponse = {
  success: true
  data: EndpointTestResult
}

export type EndpointWithSecret = Endpoint & { secret: string | null }

export type EndpointWithSecretResponse = {
  success: true
  data: EndpointWithSecret
}

export type Erased = {
  id: string
  erased: true
}

export type ErasedPerson = {
  email: string | null
  erased: ErasedTraces
}

export type ErasedPersonResponse = {
  success: true
  data: ErasedPerson
}

export type ErasedTraces = {
  contacts: number
  submissions: number
  import_rows: number
  deliveries: number
  rejections: number
  notes: number
  views: number
  events: number
  endpoint_answers: number
  stored_answers: number
  mails: number
}

export type Erasure = {
  email: string
  confirm: true
  [name: string]: unknown
}

export type EventAttempt = {
  number: number
  started_at: string
  duration_ms: number
  outcome: string
  status: number | null
  message: string | null
  message_code: ReasonCode
  message_values: MessageValues | null
  answer: string | null
}

export type EventDelivery = {
  event_id: string
  type: EventType
  state: DeliveryState
  attempts: number
  next_at: string | null
  delivered_at: string | null
  created_at: string
}

export type EventDeliveryDetail = {
  event_id: string
  type: EventType
  state: DeliveryState
  attempts: Array<EventAttempt>
  next_at: string | null
  delivered_at: string | null
  created_at: string
  event: DoorpostEvent
}

export type EventDeliveryDetailResponse = {
  success: true
  data: EventDeliveryDetail
}

export type EventDeliveryResponse = {
  success: true
  data: EventDelivery
}

export type EventDetail = DoorpostEvent & { deliveries: Array<{ endpoint_id: string; state: DeliveryState; attempts: number; next_at: string | null; delivered_at: string | null }> }

export type EventDetailResponse = {
  success: true
  data: EventDetail
}

export type EventIndex = number

export type EventSelector = EventType | ("contact.*" | "post.*" | "connection.*" | "webhook.*" | "endpoint.*")

export type EventType = "contact.created" | "contact.updated" | "contact.status_changed" | "contact.assigned" | "contact.merged" | "contact.unmerged" | "contact.deleted" | "post.created" | "post.updated" | "post.scheduled" | "post.cancelled" | "post.deleted" | "post.published" | "post.failed" | "post.missed" | "post.unconfirmed" | "connection.expiring" | "connection.needs_reconnect" | "webhook.received" | "endpoint.disabled"

export type EventTypeDescription = {
  type: EventType
  description: string
  scope: Scope
  sample: DoorpostEvent
}

export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "macintosh" | "shift_jis" | "euc-jp"

export type FirstSteps = {
  account: boolean
  post: boolean
  form: boolean
  told: boolean
  team: boolean
  key: boolean
  webhook: boolean
}

export type FirstStepsResponse = {
  success: true
  data: FirstSteps
}

export type ForgottenPassword = {
  email: string
}

export type Form = {
  id: string
  public_id: string
  name: string
  url: string
  submit_url: string
  fields: Array<FormField>
  email_only: boolean
  title: string | null
  description: string | null
  submit_label: string | null
  thanks_text: string | null
  language: string
  allowed_origins: Array<string>
  redirect_urls: Array<string>
  keep_unknown: boolean
  files: { max_count: number; max_bytes: number }
  style: { accent: string | null; text: string | null; background: string | null; theme: FormTheme; corners: FormCorners; font: "page" | "system" }
  keep_draft: boolean
  protection: ProtectionLevel | number
  notify: { emails: Array<string>; every: "lead" | "hour" }
  auto_reply: { subject: string; text: string } | null
  double_opt_in: boolean
  opt_in_mail: { subject: string; text: string } | null
  quiet_until_confirmed: boolean
  consent: { purpose: string; text: string; version: number } | null
  translations: Record<string, FormTranslation>
  numbers: { views: number; bot_views: number; submissions: number; held: number; confirmed: number }
  version: number
  created_at: string
  updated_at: string
}

export type FormChallenge = {
  token: string
  challenge: { parameters: { algorithm: string; cost: number; keyLength: number; keyPrefix: string; nonce: string; salt: string; [name: string]: unknown }; signature: string }
}

export type FormChallengeResponse = {
  success: true
  data: FormChallenge
}

export type FormCorners = "square" | "soft" | "round"

export type FormField = {
  name: string
  type: FormFieldType
  label: string
  placeholder: string | null
  help: string | null
  required: boolean
  options: Array<string>
  max_length: number | null
  value: string | null
  show_when: { field: string; is: Array<string>; is_not: Array<string> } | null
  step: string | null
}

export type FormFieldType = "text" | "textarea" | "email" | "phone" | "number" | "select" | "radio" | "checkbox" | "checkboxes" | "date" | "url" | "hidden" | "consent" | "file"

export type FormPatch = {
  name?: string
  fields?: Array<NewFormField>
  email_only?: boolean
  title?: string | null
  description?: string | null
  submit_label?: string | null
  thanks_text?: string | null
  language?: string
  allowed_origins?: Array<string>
  redirect_urls?: Array<string>
  keep_unknown?: boolean
  files?: { max_count?: number; max_bytes?: number }
  style?: { accent?: string | null; text?: string | null; background?: string | null; theme?: FormTheme; corners?: FormCorners; font?: "page" | "system" }
  keep_draft?: boolean
  protection?: ProtectionLevel | number
  notify?: { emails?: Array<string>; every?: "lead" | "hour" }
  auto_reply?: { subject: string; text: string } | null
  double_opt_in?: boolean
  opt_in_mail?: { subject: string; text: string } | null
  quiet_until_confirmed?: boolean
  consent?: { purpose: string; text: string } | null
  translations?: (Record<string, FormTranslation | null>) | null
}

export type FormResponse = {
  success: true
  data: Form
}

export type FormTheme = "auto" | "light" | "dark"

export type FormTranslation = {
  title?: string | null
  description?: string | null
  submit_label?: string | null
  thanks_text?: string | null
  consent_text?: string | null
  auto_reply?: { subject?: string | null; text?: string | null } | null
  opt_in_mail?: { subject?: string | null; text?: string | null } | null
  fields?: (Record<string, { label?: string | null; placeholder?: string | null; help?: string | null; step?: string | null; options?: (Record<string, string | null>) | null } | null>) | null
}

export type GetHealthResponse = {
  success: true
  data: { status: "ok" }
}

export type GetReadinessResponse = {
  success: true
  data: { status: "ok"; problems: Array<string> }
}

export type HeldReason = "honeypot" | "no_token" | "stale_token" | "bad_token" | "instant" | "no_proof" | "bad_proof" | "replayed_proof" | "disposable_address" | "link_in_name" | "repeated_text" | "flood"

export type Import = {
  id: string
  state: "waiting" | "running" | "done" | "cancelled"
  rows: number
  created: number
  merged: number
  skipped: number
  failed: number
  format: ImportFormat
  encoding: FileEncoding
  separator: CsvSeparator
  columns: Array<ImportColumn>
  raw: boolean
  duplicates: ImportDuplicates
  skip_existing: boolean
  notify: boolean
  warnings: Array<ImportWarning>
  created_at: string
  finished_at: string | null
}

export type ImportColumn = {
  name: string
  use: ImportColumnUse
  field: string | null
}

export type ImportColumnUse = "field" | "lead" | "full_name" | "extra" | "json" | "ignored"

export type ImportDuplicates = "add" | "skip" | "merge"

export type ImportFormat = "csv" | "xlsx" | "ods"

export type ImportOutcome = "failed" | "skipped"

export type ImportPreview = {
  rows: number
  good: number
  merged: number
  skipped: number
  bad: number
  format: ImportFormat
  encoding: FileEncoding
  separator: CsvSeparator
  columns: Array<ImportPreviewColumn>
  raw: boolean
  duplicates: ImportDuplicates
  skip_existing: boolean
  notify: boolean
  warnings: Array<ImportWarning>
  contacts: Array<{ line: number; first_name: string; last_name: string | null; email: string | null; company: string | null; utm_source: string | null; utm_medium: string | null; extra: Record<string, string | number | boolean>; status: ContactStatus; owner_id: string | null; tags: Array<string> }>
  problems: Array<ImportRow>
}

export type ImportPreviewColumn = {
  name: string
  use: ImportColumnUse
  field: string | null
  decided_by: "name" | "values" | "remembered" | "request"
  samples: Array<string>
}

export type ImportPreviewResponse = {
  success: true
  data: ImportPreview
}

export type ImportResponse = {
  success: true
  data: Import
}

export type ImportRow = {
  line: number
  outcome: ImportOutcome
  reasons: Record<string, Array<string>>
}

export type ImportWarning = {
  code: "import.no_person_column" | "import.no_email_column" | "import.no_name_column"
  message: string
}

export type Invitation = {
  id: string
  email: string
  role: TeamRole
  invited_by: string | null
  created_at: string
  expires_at: string
}

export type InvitationToken = {
  token: string
}

export type InvitationWithLink = Invitation & { link: string | null; mail: { sent: boolean; problem: string | null } }

export type InvitationWithLinkResponse = {
  success: true
  data: InvitationWithLink
}

export type KeyRotation = {
  grace_hours?: number
}

export type KeyState = "live" | "expired" | "revoked"

export type Language = "en" | "de" | "fr" | "es" | "pt" | "ja"

export type LeadMail = "off" | "each" | "hourly" | "daily"

export type Link = {
  id: string
  code: string
  url: string
  target: string
  name: string | null
  post_id: string | null
  utm: { source: string | null; medium: string | null; campaign: string | null; term: string | null; content: string | null }
  clicks: number
  visitors: number
  bots: number
  previews: number
  heads: number
  leads: number
  disabled_at: string | null
  created_at: string
  updated_at: string
  version: number
}

export type LinkDays = {
  from: string
  to: string
  days: Array<{ day: string; clicks: number; visitors: number; bots: number; previews: number; heads: number }>
  sources: Array<{ host: string; clicks: number; visitors: number }>
}

export type LinkDaysResponse = {
  success: true
  data: LinkDays
}

export type LinkPage = {
  name: string | null
  url: string | null
  title: string | null
  intro: string | null
  updated_at: string | null
}

export type LinkPagePatch = {
  name?: string | null
  title?: string | null
  intro?: string | null
}

export type LinkPageResponse = {
  success: true
  data: LinkPage
}

export type LinkPatch = {
  target?: string
  name?: string | null
  utm?: { source?: string | null; medium?: string | null; campaign?: string | null; term?: string | null; content?: string | null }
  disabled?: boolean
}

export type LinkResponse = {
  success: true
  data: Link
}

export type ListMediaResponse = {
  success: true
  data: Array<Media>
  pagination: Pagination
  storage: MediaStorage
}

export type ListedAttempt = {
  success: true
  data: Array<Attempt>
}

export type ListedConsentVersion = {
  success: true
  data: Array<ConsentVersion>
}

export type ListedEventTypeDescription = {
  success: true
  data: Array<EventTypeDescription>
}

export type ListedInvitation = {
  success: true
  data: Array<Invitation>
}

export type ListedMappingPreset = {
  success: true
  data: Array<MappingPreset>
}

export type ListedMember = {
  success: true
  data: Array<Member>
}

export type ListedNetworkApp = {
  success: true
  data: Array<NetworkApp>
}

export type ListedPasskey = {
  success: true
  data: Array<Passkey>
}

export type ListedRemoval = {
  success: true
  data: Array<Removal>
}

export type ListedSession = {
  success: true
  data: Array<Session>
}

export type LookOutcome = "found" | "not_found" | "cannot_tell" | "failed"

export type Mail = {
  id: string
  kind: MailKind
  state: MailState
  to: string
  form_id: string | null
  contact_id: string | null
  leads: number
  attempts: number
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  due_at: string
  created_at: string
  done_at: string | null
}

export type MailKind = "lead" | "auto_reply" | "opt_in" | "weekly"

export type MailState = "waiting" | "sent" | "failed" | "dropped"

export type Mapping = {
  preset: WebhookPreset | null
  each: string | null
  when: { pointer: string; equals: Array<string> } | null
  answers: Array<{ pointer: string; name: string; options: string | null; questions: string | null; value: Array<string> }>
  fields: Record<string, Array<{ pointer: string; take?: MappingTake } | { answer: string; take?: MappingTake } | { constant: string | number | boolean }>>
  rest: boolean
}

export type MappingPreset = {
  preset: WebhookPreset
  title: string
  description: string
  provider: string
  mapping: Mapping
  sample: Record<string, unknown>
}

export type MappingPreview = {
  outcome: "mapped" | "skipped" | "failed"
  contacts: Array<{ first_name?: string | null; last_name?: string | null; email?: string | null; company?: string | null; utm_source?: string | null; utm_medium?: string | null; extra?: Record<string, string | number | boolean>; [name: string]: unknown }>
  issues: Record<string, Array<string>> | null
}

export type MappingPreviewRequest = {
  delivery_id?: string
  body?: Record<string, unknown> | Array<Record<string, unknown>> | string
  content_type?: string
  mapping?: NewMapping
}

export type MappingPreviewResponse = {
  success: true
  data: MappingPreview
}

export type MappingState = "none" | "pending" | "mapped" | "skipped" | "failed"

export type MappingTake = "first_word" | "rest" | "lower" | "address_name"

export type Me = {
  user: User
  role: TeamRole
  scopes: Array<Scope>
  workspace: { id: string; name: string }
  session: { id: string; expires_at: string }
  lead_mail: LeadMail
  weekly_mail: boolean
  language: Language | null
  time_zone: string | null
  time_format: TimeFormat | null
  week_start: WeekStart | null
  features: { mail: boolean; sandbox: boolean }
}

export type MePatch = {
  name?: string
  lead_mail?: LeadMail
  weekly_mail?: boolean
  language?: Language | null
  time_zone?: string | null
  time_format?: TimeFormat | null
  week_start?: WeekStart | null
}

export type MeResponse = {
  success: true
  data: Me
}

export type Media = {
  id: string
  url: string
  type: MediaContentType
  bytes: number
  width: number | null
  height: number | null
  duration_seconds: number | null
  name: string
  alt_text: string | null
  duplicate: boolean
  used_at: string | null
  post_ids: Array<string>
  expires_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export type MediaContentType = "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "video/mp4" | "video/quicktime" | "application/pdf"

export type MediaForm = {
  file: string
  name?: string | null
  alt_text?: string | null
}

export type MediaPatch = {
  name?: string
  alt_text?: string | null
}

export type MediaResponse = {
  success: true
  data: Media
}

export type MediaStorage = {
  used_bytes: number
  quota_bytes: number
  file_bytes_max: number
  types: Array<MediaContentType>
  fetchable: boolean
  fetch_problem: string | null
}

export type MediaUrl = {
  url: string
  name?: string | null
  alt_text?: string | null
}

export type Member = {
  id: string
  name: string
  email: string
  role: TeamRole
  two_factor: boolean
  passkeys: number
  joined_at: string
}

export type MemberPatch = {
  role: TeamRole
}

export type MemberResponse = {
  success: true
  data: Member
}

export type MergedContact = Contact & { merged_at: string }

export type MessageValues = Record<string, string | number | { code: string; [name: string]: unknown }>

export type Network = "threads" | "instagram" | "linkedin" | "x" | "bluesky" | "mastodon"

export type NetworkApp = {
  app: NetworkAppName
  provider: Network
  kind: "standard" | "pages"
  source: "environment" | "saved" | "sandbox" | "none"
  settings: Array<string>
  client_id: string | null
  saved_client_id: string | null
  saved_at: string | null
  saved_by: string | null
  problem: string | null
  redirect_url: string
  scopes: Array<string>
  accounts: number
  outdated_accounts: Array<string>
}

export type NetworkAppChange = {
  client_id: string
  client_secret?: string | null
}

export type NetworkAppCheck = {
  client_id?: string
  client_secret?: string | null
}

export type NetworkAppName = "threads" | "instagram" | "linkedin" | "linkedin_pages" | "x"

export type NetworkAppResponse = {
  success: true
  data: NetworkApp
}

export type NetworkAppVerdict = {
  accepted: boolean | null
  field: AppPart | null
  reason: string
  reason_code: ReasonCode
  reason_values: MessageValues | null
}

export type NetworkAppVerdictResponse = {
  success: true
  data: NetworkAppVerdict
}

export type NewApiKey = {
  name: string
  scopes?: Array<Scope> | null
  expires_at?: string | null
}

export type NewBrowser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  expirationTime?: number | null
}

export type NewConnectLink = {
  provider?: Network
  platform?: PostFormat
  service_url?: string | null
  handle?: string | null
  kind?: "member" | "organization"
}

export type NewContact = {
  first_name: string
  last_name?: string | null
  email?: string | null
  company?: string | null
  utm_source?: string | null
  utm_medium?: string | null
  status?: string
  tags?: Array<string>
  [name: string]: unknown
}

export type NewEndpoint = {
  kind?: EndpointKind
  url: string
  token?: string | null
  description?: string | null
  language?: Language | null
  events?: Array<EventSelector> | null
  filters?: EndpointFilters
  headers?: EndpointHeaders
}

export type NewForm = FormPatch & { name: string }

export type NewFormField = {
  name: string
  type?: FormFieldType
  label?: string
  placeholder?: string | null
  help?: string | null
  required?: boolean
  options?: Array<string>
  max_length?: number | null
  value?: string | null
  show_when?: { field: string; is?: Array<string>; is_not?: Array<string> } | null
  step?: string | null
}

export type NewInvitation = {
  email: string
  role: TeamRole
}

export type NewLink = {
  target: string
  name?: string | null
  utm?: { source?: string | null; medium?: string | null; campaign?: string | null; term?: string | null; content?: string | null }
}

export type NewMapping = {
  preset?: WebhookPreset | null
  each?: string | null
  when?: { pointer: string; equals: string | Array<string> } | null
  answers?: Array<string | { pointer: string; name?: string; options?: string | null; questions?: string | null; value: string | Array<string> }>
  fields?: Record<string, string | { pointer: string; take?: MappingTake } | { answer: string; take?: MappingTake } | { constant: string | number | boolean } | (Array<string | { pointer: string; take?: MappingTake } | { answer: string; take?: MappingTake } | { constant: string | number | boolean }>) | null>
  rest?: boolean
}

export type NewNote = {
  text: string
}

export type NewOwner = {
  token: string
  name: string
  email: string
  password: string
  time_zone?: string | null
}

export type NewPasskey = {
  name?: string
  response: Record<string, unknown>
}

export type NewPhotoPost = {
  media_type: "feed_post" | "reel" | "carousel"
  caption?: string | null
  media_urls: Array<string>
  alt_texts?: (Array<string | null>) | null
  hashtags?: Array<string> | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  connection_id?: string | null
  track_links?: TrackLinks | null
}

export type NewPostGroup = {
  content?: string | null
  media_urls?: Array<string> | null
  alt_texts?: (Array<string | null>) | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  track_links?: TrackLinks | null
  accounts: Array<{ connection_id: string; overrides?: { media_type?: string; content?: string | null; caption?: string | null; media_urls?: Array<string> | null; alt_texts?: (Array<string | null>) | null; hashtags?: Array<string> | null; mentions?: Array<string> | null; reply_control?: string | null; status?: PostStatus | null; scheduled_date?: PostDate; time_zone?: PostTimeZone; track_links?: TrackLinks | null } | null }>
}

export type NewProfessionalPost = {
  content: string
  media_urls?: Array<string> | null
  alt_texts?: (Array<string | null>) | null
  hashtags?: Array<string> | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  connection_id?: string | null
  track_links?: TrackLinks | null
}

export type NewRemoval = {
  noun: RemovalNoun
  records: Array<{ id: string; version?: number | null }>
}

export type NewShortPost = {
  content: string
  media_urls?: Array<string> | null
  alt_texts?: (Array<string | null>) | null
  mentions?: Array<string> | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  connection_id?: string | null
  track_links?: TrackLinks | null
}

export type NewSignature = {
  header: string
  prefix?: string
  hash?: SignatureHash
  encoding?: "hex" | "base64"
  template?: string
  timestamp_header?: string | null
  id_header?: string | null
  tolerance_seconds?: number | null
}

export type NewThreadPost = {
  media_type: "text" | "image" | "video" | "carousel"
  content?: string | null
  media_urls?: Array<string> | null
  alt_texts?: (Array<string | null>) | null
  reply_control?: ReplyControl | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  connection_id?: string | null
  track_links?: TrackLinks | null
}

export type NewView = ViewPatch & { name: string; filter: ContactFilter }

export type NewWebhook = WebhookPatch & { name: string }

export type Note = {
  id: string
  contact_id: string
  text: string
  author: Author | null
  created_at: string
  updated_at: string
}

export type NoteResponse = {
  success: true
  data: Note
}

export type Notifications = {
  public_key: string
  words: boolean
  mail_suggested: boolean
  browsers: Array<Browser>
}

export type NotificationsPatch = {
  words?: boolean
  mail_suggested?: boolean
}

export type NotificationsResponse = {
  success: true
  data: Notifications
}

export type OpenApiDocument = {
  openapi: string
  [name: string]: unknown
}

export type OpenInvitation = {
  email: string
  role: TeamRole
  invited_by: string | null
  workspace: string
  expires_at: string
}

export type OpenInvitationResponse = {
  success: true
  data: OpenInvitation
}

export type PagedApiKey = {
  success: true
  data: Array<ApiKey>
  pagination: Pagination
}

export type PagedConnection = {
  success: true
  data: Array<Connection>
  pagination: Pagination
}

export type PagedContact = {
  success: true
  data: Array<Contact>
  pagination: Pagination
}

export type PagedDelivery = {
  success: true
  data: Array<Delivery>
  pagination: Pagination
}

export type PagedDoorpostEvent = {
  success: true
  data: Array<DoorpostEvent>
  pagination: Pagination
}

export type PagedEndpoint = {
  success: true
  data: Array<Endpoint>
  pagination: Pagination
}

export type PagedEventDelivery = {
  success: true
  data: Array<EventDelivery>
  pagination: Pagination
}

export type PagedForm = {
  success: true
  data: Array<Form>
  pagination: Pagination
}

export type PagedImport = {
  success: true
  data: Array<Import>
  pagination: Pagination
}

export type PagedImportRow = {
  success: true
  data: Array<ImportRow>
  pagination: Pagination
}

export type PagedLink = {
  success: true
  data: Array<Link>
  pagination: Pagination
}

export type PagedMail = {
  success: true
  data: Array<Mail>
  pagination: Pagination
}

export type PagedNote = {
  success: true
  data: Array<Note>
  pagination: Pagination
}

export type PagedPerson = {
  success: true
  data: Array<Person>
  pagination: Pagination
}

export type PagedPersonDetail = {
  success: true
  data: PersonDetail
  pagination: Pagination
}

export type PagedPost = {
  success: true
  data: Array<Post>
  pagination: Pagination
}

export type PagedRejection = {
  success: true
  data: Array<Rejection>
  pagination: Pagination
}

export type PagedSubmission = {
  success: true
  data: Array<Submission>
  pagination: Pagination
}

export type PagedTimelineEntry = {
  success: true
  data: Array<TimelineEntry>
  pagination: Pagination
}

export type PagedView = {
  success: true
  data: Array<View>
  pagination: Pagination
}

export type PagedWebhook = {
  success: true
  data: Array<Webhook>
  pagination: Pagination
}

export type Pagination = {
  page: number
  limit: number
  total: number
  totalPages: number
  total_is_capped?: boolean
  next_cursor: string | null
}

export type Passkey = {
  id: string
  name: string | null
  synced: boolean
  created_at: string
}

export type PasskeyOptions = Record<string, unknown>

export type PasskeyOptionsResponse = {
  success: true
  data: PasskeyOptions
}

export type PasskeyResponse = {
  success: true
  data: Passkey
}

export type PasskeySignIn = {
  response: Record<string, unknown>
}

export type PasswordChange = {
  current_password: string
  new_password: string
}

export type PasswordProof = {
  password: string
}

export type PasswordReset = {
  token: string
  password: string
}

export type PauseCode = "older_database" | "other_server" | "failover" | "other_installation" | "copied_data_folder" | "unknown_data_folder" | "restored_backup"

export type Person = {
  email: string
  first_name: string
  last_name: string | null
  company: string | null
  records: number
  first_seen_at: string
  last_seen_at: string
  first_touch: { utm_source: string | null; utm_medium: string | null; at: string } | null
  last_touch: { utm_source: string | null; utm_medium: string | null; at: string } | null
}

export type PersonConsent = {
  submission_id: string
  form_id: string
  form_name: string | null
  purpose: string
  text: string
  version: number
  at: string
  confirmed_at: string | null
  withdrawn_at: string | null
}

export type PersonDetail = Person & { consents: Array<PersonConsent>; attribution: Attribution; contacts: Array<Contact> }

export type PersonErasure = {
  id: string
  state: "waiting" | "running" | "done"
  progress: { done: number; total: number | null }
  email_sha256: string
  erased: ErasedTraces
  created_at: string
  finished_at: string | null
}

export type PersonErasureResponse = {
  success: true
  data: PersonErasure
}

export type PersonExport = {
  email: string | null
  made_at: string
  not_shown: Array<{ section: string; needs: string }>
  contacts: Array<Contact>
  merged_contacts?: Array<{ id: string; merged_into: string; merged_at: string; contact: Record<string, unknown> }>
  touches?: Array<{ id: string | null; at: string | null; link_id: string | null; link_name: string | null; post_id: string | null; post_text: string | null; form_id: string | null; form_name: string | null; utm: (Record<string, string | null>) | null; referrer_origin: string | null; landing_path: string | null }>
  notes?: Array<{ id: string; contact_id: string; text: string; author: string | null; created_at: string; updated_at: string }>
  changes?: Array<{ id: string; contact_id: string; field: string; from: string | null; to: string | null; by: string | null; created_at: string }>
  submissions?: Array<{ id: string; contact_id: string | null; form_id: string; form_name: string | null; state: string; created_at: string; accepted_at: string | null; confirmed_at: string | null; consented_at: string | null; withdrawn_at: string | null; language: string | null; sent: Record<string, unknown> | null; consent: { version: number; purpose: string; text: string } | null }>
  files?: Array<{ id: string; submission_id: string; field: string; name: string; type: string; bytes: number; created_at: string; path: string }>
  mails?: Array<{ id: string; kind: string; state: string; to_address: string; form_id: string | null; form_name: string | null; contact_id: string | null; reason: string | null; created_at: string; done_at: string | null }>
  events?: Array<{ id: string; type: string; subject_id: string; subject_version: number; data: Record<string, unknown> | null; created_at: string }>
  deliveries?: Array<{ id: string; webhook_id: string; webhook_name: string | null; received_at: string; content_type: string | null; others: boolean; query: string | null; body: string | null; body_is_base64: boolean }>
}

export type PhotoPost = PostBase & { id: string; platform: "photo"; media_type: string | null; caption: string | null; hashtags: Array<string> | null; created_at: string; updated_at: string; version: number }

export type PhotoPostDryRun = PostBase & { id: string | null; platform: "photo"; media_type: string | null; caption: string | null; hashtags: Array<string> | null; created_at: string | null; updated_at: string | null; version: number | null }

export type PhotoPostDryRunResponse = {
  success: true
  data: PhotoPostDryRun
}

export type PhotoPostResponse = {
  success: true
  data: PhotoPost
}

export type Post = ThreadPost | PhotoPost | ProfessionalPost | ShortPost

export type PostBase = {
  media_urls: Array<string> | null
  alt_texts: (Array<string | null>) | null
  status: PostStatus
  scheduled_date: string | null
  time_zone: string | null
  connection_id: string | null
  track_links: TrackLinks | null
  group_id: string | null
  author_id: string | null
  outgoing_text: string | null
  publication: Publication
  warnings: Array<Warning>
  results?: PostResults
}

export type PostCalendar = {
  from: string
  to: string
  time_zone: string
  by: "day" | "hour"
  total: number
  total_is_capped?: boolean
  slots: Array<{ date: string; hour: number | null; count: number; is_capped?: boolean; entries: number; states: Record<string, number>; posts: Array<Post>; groups: Array<{ group_id: string; posts: Array<{ id: string; platform: PostFormat; connection_id: string | null; state: PublicationStateName }> }> }>
}

export type PostCalendarResponse = {
  success: true
  data: PostCalendar
}

export type PostCancelledEvent = {
  id: string
  type: "post.cancelled"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostCreatedEvent = {
  id: string
  type: "post.created"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostDate = string | null

export type PostDeletedEvent = {
  id: string
  type: "post.deleted"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Deleted
}

export type PostDryRun = ThreadPostDryRun | PhotoPostDryRun | ProfessionalPostDryRun | ShortPostDryRun

export type PostFailedEvent = {
  id: string
  type: "post.failed"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostFormat = "thread" | "photo" | "professional" | "short"

export type PostGroup = {
  group_id: string
  posts: Array<Post>
}

export type PostGroupDryRun = {
  group_id: string | null
  posts: Array<PostDryRun>
}

export type PostGroupDryRunResponse = {
  success: true
  data: PostGroupDryRun
}

export type PostGroupPatch = {
  content?: string | null
  media_urls?: Array<string> | null
  alt_texts?: (Array<string | null>) | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  track_links?: TrackLinks | null
  overrides?: Record<string, { media_type?: string; content?: string | null; caption?: string | null; media_urls?: Array<string> | null; alt_texts?: (Array<string | null>) | null; hashtags?: Array<string> | null; mentions?: Array<string> | null; reply_control?: string | null; status?: PostStatus | null; scheduled_date?: PostDate; time_zone?: PostTimeZone; track_links?: TrackLinks | null }>
}

export type PostGroupResponse = {
  success: true
  data: PostGroup
}

export type PostMissedEvent = {
  id: string
  type: "post.missed"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostPatch = {
  media_type?: string
  content?: string | null
  caption?: string | null
  media_urls?: Array<string> | null
  alt_texts?: (Array<string | null>) | null
  hashtags?: Array<string> | null
  mentions?: Array<string> | null
  reply_control?: string | null
  status?: PostStatus | null
  scheduled_date?: PostDate
  time_zone?: PostTimeZone
  connection_id?: string | null
  track_links?: TrackLinks | null
}

export type PostPublishedEvent = {
  id: string
  type: "post.published"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostResponse = {
  success: true
  data: Post
}

export type PostResults = {
  clicks: number
  visitors: number
  leads: number
}

export type PostScheduledEvent = {
  id: string
  type: "post.scheduled"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostStatus = "draft" | "scheduled"

export type PostTimeZone = string | null

export type PostUnconfirmedEvent = {
  id: string
  type: "post.unconfirmed"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type PostUpdatedEvent = {
  id: string
  type: "post.updated"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: Post
}

export type ProfessionalPost = PostBase & { id: string; platform: "professional"; content: string | null; hashtags: Array<string> | null; created_at: string; updated_at: string; version: number }

export type ProfessionalPostDryRun = PostBase & { id: string | null; platform: "professional"; content: string | null; hashtags: Array<string> | null; created_at: string | null; updated_at: string | null; version: number | null }

export type ProfessionalPostDryRunResponse = {
  success: true
  data: ProfessionalPostDryRun
}

export type ProfessionalPostResponse = {
  success: true
  data: ProfessionalPost
}

export type ProtectionLevel = "off" | "normal" | "strict"

export type Publication = {
  state: PublicationStateName
  attempts: number
  code: string | null
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  permalink: string | null
  platform_id: string | null
  published_at: string | null
  deferred_until: string | null
  connection_id: string | null
}

export type PublicationStateName = "none" | "waiting" | "preparing" | "sending" | "confirming" | "published" | "failed" | "deferred" | "held" | "missed" | "unconfirmed" | "cancelled"

export type PublishingState = {
  state: "active" | "paused"
  code: PauseCode | null
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  since: string | null
  looked_at: string | null
  resumed_at: string | null
  resumed_by: string | null
  posts: Array<{ id: string; platform: PostFormat; connection_id: string | null; text: string | null; due_at: string; outcome: LookOutcome | null; note: string | null; note_code: ReasonCode; note_values: MessageValues | null; permalink: string | null; on_resume: "nothing" | "sent" | "missed" | "unconfirmed" }>
}

export type PublishingStateResponse = {
  success: true
  data: PublishingState
}

export type ReasonCode = string | null

export type Receipt = {
  id: string
  received_at: string
  duplicate: boolean
}

export type ReceiptResponse = {
  success: true
  data: Receipt
}

export type ReceivedDelivery = {
  id: string
  received_at: string
  verified: boolean
  delivery_id: string | null
  content_type: string | null
  query: string
  headers: Array<Array<string>>
  body_bytes: number
  body_sha256: string
  body_text: string | null
  body_base64: string | null
  webhook_id: string
}

export type Recovered = {
  recovered: number
}

export type RecoveredResponse = {
  success: true
  data: Recovered
}

export type Recovery = {
  since: string
}

export type RefusedInBatch = {
  index: number
  status: 400 | 500
  error: { error: "validation_error" | "internal_error"; message: string; details?: Record<string, Array<string>> }
}

export type Rejection = {
  id: string
  received_at: string
  code: RejectionCode
  reason: string
  reason_code: ReasonCode
  reason_values: MessageValues | null
  content_type: string | null
  query: string
  headers: Array<Array<string>>
  body_bytes: number
  body_sha256: string
  body_text: string | null
  body_base64: string | null
}

export type RejectionCode = "missing_signature" | "malformed_signature" | "wrong_signature" | "repeated_header" | "missing_timestamp" | "malformed_timestamp" | "too_old" | "too_new" | "missing_id" | "malformed_id" | "malformed_body" | "no_secret" | "no_rule"

export type RejectionResponse = {
  success: true
  data: Rejection
}

export type Removal = {
  id: string
  noun: RemovalNoun
  record_ids: Array<string>
  user_id: string
  state: RemovalState
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  due_at: string
  created_at: string
}

export type RemovalNoun = "contacts" | "notes" | "views" | "posts" | "media" | "forms" | "held"

export type RemovalResponse = {
  success: true
  data: Removal
}

export type RemovalState = "waiting" | "running" | "refused"

export type ReplyControl = "everyone" | "accounts_you_follow" | "mentioned_only"

export type Resolution = {
  outcome: "published" | "not_published"
  platform_id?: string | null
  permalink?: string | null
}

export type Scope = "contacts:read" | "contacts:write" | "posts:read" | "posts:write" | "webhooks:read" | "webhooks:write" | "events:read" | "events:write" | "links:read" | "links:write" | "forms:read" | "forms:write"

export type SecondFactor = {
  code?: string
  backup_code?: string
  trust_device?: boolean
}

export type Session = {
  id: string
  current: boolean
  address: string | null
  user_agent: string | null
  created_at: string
  renewed_at: string
  expires_at: string
}

export type SetupState = {
  needed: boolean
  mail: boolean
  command: string
}

export type SetupStateResponse = {
  success: true
  data: SetupState
}

export type ShortPost = PostBase & { id: string; platform: "short"; content: string | null; mentions: Array<string> | null; created_at: string; updated_at: string; version: number }

export type ShortPostDryRun = PostBase & { id: string | null; platform: "short"; content: string | null; mentions: Array<string> | null; created_at: string | null; updated_at: string | null; version: number | null }

export type ShortPostDryRunResponse = {
  success: true
  data: ShortPostDryRun
}

export type ShortPostResponse = {
  success: true
  data: ShortPost
}

export type SignIn = {
  email: string
  password: string
}

export type Signature = {
  header: string
  prefix: string
  hash: SignatureHash
  encoding: "hex" | "base64"
  template: string
  timestamp_header: string | null
  id_header: string | null
  tolerance_seconds: number | null
}

export type SignatureHash = "sha256" | "sha1" | "sha512"

export type SignedIn = {
  second_factor_needed: boolean
  user: User | null
}

export type SignedInResponse = {
  success: true
  data: SignedIn
}

export type SortOrder = "asc" | "desc"

export type StoredBackup = {
  id: string
  file: string
  place: string
  bytes: number
  rows: number
  contacts: number | null
  posts: number | null
  files: number | null
  asked_by: string | null
  started_at: string
  finished_at: string
  is_missing: boolean
}

export type StoredInBatch = {
  index: number
  status: 201
  data: Contact
}

export type SubjectVersion = number

export type Submission = {
  id: string
  form_id: string
  state: SubmissionState
  contact_id: string | null
  points: number
  reasons: Array<{ kind: string; points: number; text: string; reason_code: ReasonCode }>
  contact: { first_name?: string | null; last_name?: string | null; email?: string | null; company?: string | null; utm_source?: string | null; utm_medium?: string | null; extra?: Record<string, string | number | boolean>; [name: string]: unknown } | null
  files: Array<{ id: string; field: string; name: string; type: string; bytes: number }>
  language: string | null
  consent_version: number | null
  consented_at: string | null
  confirmed_at: string | null
  withdrawn_at: string | null
  expires_at: string | null
  created_at: string
  accepted_at: string | null
}

export type SubmissionReceipt = {
  id: string
  received_at: string
  redirect_url: string | null
  message: string
}

export type SubmissionReceiptResponse = {
  success: true
  data: SubmissionReceipt
}

export type SubmissionResponse = {
  success: true
  data: Submission
}

export type SubmissionState = "accepted" | "held" | "test"

export type TeamRole = "owner" | "editor" | "viewer"

export type ThreadPost = PostBase & { id: string; platform: "thread"; media_type: string | null; content: string | null; reply_control: string | null; created_at: string; updated_at: string; version: number }

export type ThreadPostDryRun = PostBase & { id: string | null; platform: "thread"; media_type: string | null; content: string | null; reply_control: string | null; created_at: string | null; updated_at: string | null; version: number | null }

export type ThreadPostDryRunResponse = {
  success: true
  data: ThreadPostDryRun
}

export type ThreadPostResponse = {
  success: true
  data: ThreadPost
}

export type TimeFormat = "12h" | "24h"

export type TimelineConsent = {
  id: string
  at: string
  contact_id: string
  by: Author | null
  kind: "consent"
  form: { id: string; name: string | null } | null
  purpose: string
  text: string
  version: number
  confirmed_at: string | null
  withdrawn_at: string | null
}

export type TimelineContact = {
  id: string
  at: string
  contact_id: string
  by: Author | null
  kind: "contact"
  first_name: string
  last_name: string | null
  company: string | null
  utm_source: string | null
  utm_medium: string | null
  webhook: { id: string; name: string | null } | null
  delivery_id: string | null
  form: { id: string; name: string | null } | null
  link: { id: string; name: string | null } | null
  post: { id: string; name: string | null } | null
}

export type TimelineEntry = TimelineContact | TimelineConsent | TimelineMail | TimelineNote | TimelineStatus | TimelineOwner

export type TimelineMail = {
  id: string
  at: string
  contact_id: string
  by: Author | null
  kind: "mail"
  mail: "auto_reply" | "opt_in"
  form: { id: string; name: string | null } | null
  state: MailState
  reason: string | null
  reason_code: ReasonCode
  reason_values: MessageValues | null
  done_at: string | null
}

export type TimelineNote = {
  id: string
  at: string
  contact_id: string
  by: Author | null
  kind: "note"
  text: string
  updated_at: string
}

export type TimelineOwner = {
  id: string
  at: string
  contact_id: string
  by: Author | null
  kind: "assigned"
  from: { id: string; name: string | null } | null
  to: { id: string; name: string | null } | null
}

export type TimelineStatus = {
  id: string
  at: string
  contact_id: string
  by: Author | null
  kind: "status_changed"
  from: ContactStatus
  to: ContactStatus
}

export type TotpStart = {
  uri: string
  backup_codes: Array<string>
}

export type TotpStartResponse = {
  success: true
  data: TotpStart
}

export type Touch = {
  contact_id: string
  at: string
  link_id: string | null
  post_id: string | null
  form_id: string | null
  utm: { source: string | null; medium: string | null; campaign: string | null; term: string | null; content: string | null }
  referrer_origin: string | null
  landing_path: string | null
}

export type TrackLinks = "off" | "utm" | "short"

export type UnmergedContacts = {
  contact: Contact
  contact_ids: Array<string>
}

export type UnmergedContactsResponse = {
  success: true
  data: UnmergedContacts
}

export type Upcoming = {
  from: string
  to: string
  time_zone: string
  days: Array<string>
  series: Array<{ platform: PostFormat; total: number; counts: Array<number> }>
  total: number
  complete: boolean
  next: Array<{ id: string; platform: PostFormat; text: string | null; scheduled_date: string; connection_id: string | null; provider: Network | null }>
}

export type UpcomingResponse = {
  success: true
  data: Upcoming
}

export type User = {
  id: string
  name: string
  email: string
  two_factor: boolean
  passkeys: number
}

export type View = {
  id: string
  name: string
  filter: ContactFilter
  created_at: string
  updated_at: string
}

export type ViewPatch = {
  name?: string
  filter?: ContactFilter
}

export type ViewResponse = {
  success: true
  data: View
}

export type Warning = {
  rule: "unknown_field" | "any.account.missing" | "any.account.expires" | "any.hashtag.characters" | "any.links.length" | "any.links.max" | "any.links.address" | "photo.caption.link" | "any.media.unreachable" | "any.media.shrunk" | "any.media.not_fetchable" | "any.alt_text.video" | "thread.alt_text.max" | "photo.alt_text.max" | "short.alt_text.max" | "any.media.url.private" | "any.schedule.past" | "thread.text.max" | "thread.links.max" | "thread.image.type" | "thread.video.type" | "thread.image.file" | "thread.video.file" | "photo.image.file" | "photo.video.file" | "professional.image.file" | "professional.video.file" | "short.image.file" | "short.video.file" | "photo.caption.max" | "photo.hashtags.max" | "photo.hashtags.announced" | "photo.mentions.max" | "photo.image.type" | "photo.video.type" | "professional.text.max" | "professional.image.type" | "professional.video.type" | "professional.document.file" | "professional.duplicate" | "professional.mix" | "short.text.weighted" | "short.text.characters" | "short.mention.handle" | "short.image.type" | "short.video.type" | "short.media.mix" | "short.duplicate" | "short.cashtags.max" | "mastodon.text.max" | "mastodon.mention.handle" | "mastodon.image.type" | "mastodon.video.type" | "mastodon.image.file" | "mastodon.video.file" | "mastodon.audio.type" | "mastodon.audio.file" | "bluesky.alt_text.max" | "mastodon.alt_text.max" | "mastodon.media.mix" | "short.cost.url" | "bluesky.text.max" | "bluesky.mention.handle" | "bluesky.image.type" | "bluesky.video.type" | "bluesky.image.file" | "bluesky.video.file" | "bluesky.media.mix"
  field: string
  message: string
}

export type Webhook = {
  id: string
  name: string
  provider: WebhookProvider
  signature: Signature | null
  delivery_id: string | null
  max_bytes: number
  rate_limit: number | null
  retention_days: number | null
  mapping: Mapping | null
  paused: boolean
  verified: "verified" | "unverified"
  has_secret: boolean
  has_verify_token: boolean
  has_access_token: boolean
  previous_secret_until: string | null
  active: boolean
  key_hint: string
  previous_key_until: string | null
  deliveries: number
  rejections: number
  last_received_at: string | null
  version: number
  created_at: string
  updated_at: string
  revoked_at: string | null
}

export type WebhookPatch = {
  name?: string
  provider?: WebhookProvider
  signature?: NewSignature | null
  delivery_id?: string | null
  max_bytes?: number
  rate_limit?: number | null
  retention_days?: number | null
  mapping?: NewMapping | null
  paused?: boolean
  secret?: string | null
  verify_token?: string | null
  access_token?: string | null
}

export type WebhookPreset = "typeform" | "tally" | "calendly" | "calcom" | "jotform" | "fillout" | "webflow" | "framer" | "elementor" | "gravity_forms" | "wpforms" | "contact_form_7" | "unbounce" | "generic_form" | "meta_lead_ads" | "google_ads" | "stripe_checkout" | "shopify" | "woocommerce" | "paddle" | "lemon_squeezy" | "mailchimp" | "brevo" | "kit" | "activecampaign" | "hubspot" | "pipedrive" | "intercom" | "zendesk"

export type WebhookProvider = "typeform" | "tally" | "calendly" | "calcom" | "jotform" | "fillout" | "webflow" | "framer" | "elementor" | "gravity_forms" | "wpforms" | "contact_form_7" | "unbounce" | "meta" | "google_ads" | "linkedin" | "stripe" | "shopify" | "woocommerce" | "paddle" | "lemon_squeezy" | "squarespace" | "github" | "slack" | "x" | "microsoft" | "mailchimp" | "brevo" | "kit" | "activecampaign" | "hubspot" | "pipedrive" | "intercom" | "zendesk" | "standard" | "hmac" | "token" | "none"

export type WebhookReceivedEvent = {
  id: string
  type: "webhook.received"
  timestamp: string
  subject_version: SubjectVersion
  index: EventIndex
  data: ReceivedDelivery | Erased
}

export type WebhookResponse = {
  success: true
  data: Webhook
}

export type WebhookWithUrl = Webhook & { receive_url: string | null }

export type WebhookWithUrlResponse = {
  success: true
  data: WebhookWithUrl
}

export type WeekStart = "monday" | "sunday" | "saturday"

export type Workspace = {
  id: string
  name: string
  time_zone: string
  late_window_minutes: number | null
  allowed_origins: Array<string> | null
  track_links: TrackLinks
  track_links_chosen: boolean
  utm_campaign: string | null
  contact_statuses: Array<{ key: ContactStatus; label: string }>
  effective: { late_window_minutes: number; late_window_from: "workspace" | "setting"; allowed_origins: Array<string>; allowed_origins_from: "workspace" | "setting" }
  installation: { base_url: string; link_base_url: string; short_link_problem: string | null; version: string; sandbox: boolean; platforms: Array<string>; providers: Array<string>; linkedin_pages: boolean; redirect_url: string; rate_limits: { authenticated: number; dashboard: number; public: number; webhook: number; failed_auth: number } }
  created_at: string
}

export type WorkspacePatch = {
  name?: string
  time_zone?: string
  late_window_minutes?: number | null
  allowed_origins?: Array<string> | null
  track_links?: TrackLinks
  utm_campaign?: string | null
  contact_statuses?: Array<{ key: ContactStatus; label: string }> | null
}

export type WorkspaceResponse = {
  success: true
  data: Workspace
}

export interface paths {
  '/v1/contacts': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewContact; "text/plain": string } }; responses: { 201: { content: { "application/json": ContactResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; q?: string; email?: string; utm_source?: string; utm_medium?: string; form?: string; post_id?: string; link_id?: string; form_id?: string; status?: ContactStatus; owner_id?: string; tag?: string; created_after?: string; created_before?: string; updated_after?: string } }; responses: { 200: { content: { "application/json": PagedContact } } } }
  }
  '/v1/contacts/batch': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": ContactBatch } }; responses: { 200: { content: { "application/json": CreateContactBatchResponse } } } }
  }
  '/v1/contacts/export': {
    get: { parameters: { query?: { q?: string; email?: string; utm_source?: string; utm_medium?: string; form?: string; post_id?: string; link_id?: string; form_id?: string; status?: ContactStatus; owner_id?: string; tag?: string; created_after?: string; created_before?: string; updated_after?: string; raw?: boolean; bom?: boolean; separator?: CsvSeparatorName; names?: boolean; language?: Language } }; responses: { 200: { content: { "text/csv": string } } } }
  }
  '/v1/contacts/values': {
    get: { responses: { 200: { content: { "application/json": ContactValuesResponse } } } }
  }
  '/v1/contacts/imports': {
    post: { parameters: { query?: { dry_run?: boolean; duplicates?: ImportDuplicates; skip_existing?: boolean; notify?: boolean; encoding?: FileEncoding; separator?: CsvSeparatorName; columns?: string; remember?: boolean; raw?: boolean }; header?: { "Idempotency-Key"?: string } }; requestBody?: { content: { "*/*": string } }; responses: { 200: { content: { "application/json": ImportPreviewResponse } }; 201: { content: { "application/json": ImportResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedImport } } } }
  }
  '/v1/contacts/imports/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": ImportResponse } } } }
  }
  '/v1/contacts/imports/{id}/rows': {
    get: { parameters: { path: { id: string }; query?: { page?: number; limit?: number; cursor?: string; outcome?: ImportOutcome } }; responses: { 200: { content: { "application/json": PagedImportRow } } } }
    post: { parameters: { path: { id: string }; query?: { outcome?: ImportOutcome; bom?: boolean; separator?: CsvSeparatorName } }; requestBody?: { content: { "*/*": string } }; responses: { 200: { content: { "text/csv": string } } } }
  }
  '/v1/contacts/imports/{id}/cancel': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": ImportResponse } } } }
  }
  '/v1/contacts/bulk': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": BulkChange } }; responses: { 200: { content: { "application/json": BulkResultResponse } } } }
  }
  '/v1/contacts/by-email/{email}': {
    put: { parameters: { path: { email: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": ContactPatch } }; responses: { 200: { content: { "application/json": ContactResponse } }; 201: { content: { "application/json": ContactResponse } } } }
  }
  '/v1/contacts/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": ContactDetailResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": ContactPatch } }; responses: { 200: { content: { "application/json": ContactResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/contacts/{id}/export': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": PersonExport } } } }
  }
  '/v1/contacts/{id}/merge': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": ContactMerge } }; responses: { 200: { content: { "application/json": ContactResponse } } } }
  }
  '/v1/contacts/{id}/merge/undo': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; responses: { 200: { content: { "application/json": UnmergedContactsResponse } } } }
  }
  '/v1/mails': {
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; kind?: MailKind; state?: MailState; form_id?: string; contact_id?: string } }; responses: { 200: { content: { "application/json": PagedMail } } } }
  }
  '/v1/contacts/{id}/notes': {
    get: { parameters: { path: { id: string }; query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedNote } } } }
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewNote } }; responses: { 201: { content: { "application/json": NoteResponse } } } }
  }
  '/v1/contacts/{id}/notes/{note_id}': {
    patch: { parameters: { path: { id: string; note_id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewNote } }; responses: { 200: { content: { "application/json": NoteResponse } } } }
    delete: { parameters: { path: { id: string; note_id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/views': {
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedView } } } }
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewView } }; responses: { 201: { content: { "application/json": ViewResponse } } } }
  }
  '/v1/views/{id}': {
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": ViewPatch } }; responses: { 200: { content: { "application/json": ViewResponse } } } }
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/people': {
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; q?: string } }; responses: { 200: { content: { "application/json": PagedPerson } } } }
  }
  '/v1/people/erase': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": Erasure } }; responses: { 200: { content: { "application/json": ErasedPersonResponse } }; 202: { content: { "application/json": PersonErasureResponse } } } }
  }
  '/v1/people/erasures/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": PersonErasureResponse } } } }
  }
  '/v1/people/{email}': {
    get: { parameters: { path: { email: string }; query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedPersonDetail } } } }
  }
  '/v1/people/{email}/timeline': {
    get: { parameters: { path: { email: string }; query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { "application/json": PagedTimelineEntry } } } }
  }
  '/v1/people/{email}/export': {
    get: { parameters: { path: { email: string } }; responses: { 200: { content: { "application/json": PersonExport } } } }
  }
  '/v1/posts/thread': {
    post: { parameters: { query?: { dry_run?: boolean }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewThreadPost } }; responses: { 200: { content: { "application/json": ThreadPostDryRunResponse } }; 201: { content: { "application/json": ThreadPostResponse } } } }
  }
  '/v1/posts/photo': {
    post: { parameters: { query?: { dry_run?: boolean }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewPhotoPost } }; responses: { 200: { content: { "application/json": PhotoPostDryRunResponse } }; 201: { content: { "application/json": PhotoPostResponse } } } }
  }
  '/v1/posts/professional': {
    post: { parameters: { query?: { dry_run?: boolean }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewProfessionalPost } }; responses: { 200: { content: { "application/json": ProfessionalPostDryRunResponse } }; 201: { content: { "application/json": ProfessionalPostResponse } } } }
  }
  '/v1/posts/short': {
    post: { parameters: { query?: { dry_run?: boolean }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewShortPost } }; responses: { 200: { content: { "application/json": ShortPostDryRunResponse } }; 201: { content: { "application/json": ShortPostResponse } } } }
  }
  '/v1/posts': {
    post: { parameters: { query?: { dry_run?: boolean }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewPostGroup } }; responses: { 200: { content: { "application/json": PostGroupDryRunResponse } }; 201: { content: { "application/json": PostGroupResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: "created" | "scheduled" | "asc" | "desc"; platform?: PostFormat; status?: PostStatus; state?: string; connection_id?: string; group_id?: string; q?: string; scheduled_after?: string; scheduled_before?: string; created_after?: string; created_before?: string } }; responses: { 200: { content: { "application/json": PagedPost } } } }
  }
  '/v1/posts/calendar': {
    get: { parameters: { query: { from: string; to: string; time_zone?: string; by?: "day" | "hour"; per_slot?: number; grouped?: boolean; platform?: PostFormat; status?: PostStatus; state?: string; connection_id?: string; group_id?: string; q?: string } }; responses: { 200: { content: { "application/json": PostCalendarResponse } } } }
  }
  '/v1/posts/groups/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": PostGroupResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": PostGroupPatch } }; responses: { 200: { content: { "application/json": ChangedPostGroupResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedPostGroupResponse } } } }
  }
  '/v1/posts/groups/{id}/publish': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": ChangedPostGroupResponse } } } }
  }
  '/v1/posts/groups/{id}/retry': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": ChangedPostGroupResponse } } } }
  }
  '/v1/posts/groups/{id}/cancel': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": ChangedPostGroupResponse } } } }
  }
  '/v1/posts/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": PostResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": PostPatch } }; responses: { 200: { content: { "application/json": PostResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/posts/{id}/attempts': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": ListedAttempt } } } }
  }
  '/v1/posts/{id}/publish': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": PostResponse } } } }
  }
  '/v1/posts/{id}/retry': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": PostResponse } } } }
  }
  '/v1/posts/{id}/cancel': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": PostResponse } } } }
  }
  '/v1/posts/{id}/resolve': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": Resolution } }; responses: { 200: { content: { "application/json": PostResponse } } } }
  }
  '/v1/publishing': {
    get: { responses: { 200: { content: { "application/json": PublishingStateResponse } } } }
  }
  '/v1/publishing/look': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": PublishingStateResponse } } } }
  }
  '/v1/publishing/resume': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": PublishingStateResponse } } } }
  }
  '/v1/media': {
    post: { parameters: { query?: { name?: string; alt_text?: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "*/*": string; "multipart/form-data": MediaForm; "application/json": MediaUrl } }; responses: { 201: { content: { "application/json": MediaResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; type?: "image" | "video" | "document"; q?: string; updated_after?: string } }; responses: { 200: { content: { "application/json": ListMediaResponse } } } }
  }
  '/v1/media/preview': {
    get: { parameters: { query: { url: string } }; responses: { 200: { content: { "image/*": string } } } }
  }
  '/v1/media/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": MediaResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": MediaPatch } }; responses: { 200: { content: { "application/json": MediaResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/connections': {
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedConnection } } } }
  }
  '/v1/connections/links': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewConnectLink } }; responses: { 201: { content: { "application/json": ConnectLinkResponse } } } }
  }
  '/v1/connections/sign-in': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": ConnectionSignIn } }; responses: { 201: { content: { "application/json": ConnectionResponse } } } }
  }
  '/v1/connections/apps': {
    get: { responses: { 200: { content: { "application/json": ListedNetworkApp } } } }
  }
  '/v1/connections/apps/{app}': {
    patch: { parameters: { path: { app: NetworkAppName }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NetworkAppChange } }; responses: { 200: { content: { "application/json": NetworkAppResponse } } } }
    delete: { parameters: { path: { app: NetworkAppName } }; responses: { 200: { content: { "application/json": DeletedNetworkAppResponse } } } }
  }
  '/v1/connections/apps/{app}/check': {
    post: { parameters: { path: { app: NetworkAppName }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NetworkAppCheck } }; responses: { 200: { content: { "application/json": NetworkAppVerdictResponse } } } }
  }
  '/v1/connections/{id}': {
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": ConnectionPatch } }; responses: { 200: { content: { "application/json": ConnectionResponse } } } }
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/connections/{id}/resume': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": ConnectionResponse } } } }
  }
  '/v1/links': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewLink } }; responses: { 201: { content: { "application/json": LinkResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; post_id?: string; q?: string } }; responses: { 200: { content: { "application/json": PagedLink } } } }
  }
  '/v1/links/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": LinkResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": LinkPatch } }; responses: { 200: { content: { "application/json": LinkResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/link-page': {
    get: { responses: { 200: { content: { "application/json": LinkPageResponse } } } }
    patch: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": LinkPagePatch } }; responses: { 200: { content: { "application/json": LinkPageResponse } } } }
  }
  '/v1/links/{id}/days': {
    get: { parameters: { path: { id: string }; query?: { from?: string; to?: string } }; responses: { 200: { content: { "application/json": LinkDaysResponse } } } }
  }
  '/v1/links/{id}/qr': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "image/svg+xml": string } } } }
  }
  '/v1/links/{id}/qr.png': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "image/png": string } } } }
  }
  '/v1/webhooks/receive/{webhook_key}': {
    post: { parameters: { path: { webhook_key: string } }; requestBody?: { content: { "*/*": unknown } }; responses: { 200: { content: { "application/json": ReceiptResponse } } } }
    get: { parameters: { path: { webhook_key: string } }; responses: { 200: { content: { "*/*": unknown } } } }
  }
  '/v1/webhooks': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewWebhook } }; responses: { 201: { content: { "application/json": WebhookWithUrlResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedWebhook } } } }
  }
  '/v1/webhooks/presets': {
    get: { responses: { 200: { content: { "application/json": ListedMappingPreset } } } }
  }
  '/v1/webhooks/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": WebhookResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": WebhookPatch } }; responses: { 200: { content: { "application/json": WebhookResponse } } } }
    delete: { parameters: { path: { id: string }; query?: { erase?: boolean }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/webhooks/{id}/rotate': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": WebhookWithUrlResponse } } } }
  }
  '/v1/webhooks/{id}/mapping/preview': {
    post: { parameters: { path: { id: string } }; requestBody: { content: { "application/json": MappingPreviewRequest } }; responses: { 200: { content: { "application/json": MappingPreviewResponse } } } }
  }
  '/v1/webhooks/{id}/deliveries': {
    get: { parameters: { path: { id: string }; query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; q?: string; delivery_id?: string; verified?: boolean; mapping_state?: MappingState; received_after?: string; received_before?: string } }; responses: { 200: { content: { "application/json": PagedDelivery } } } }
  }
  '/v1/webhooks/{id}/deliveries/{delivery_id}': {
    get: { parameters: { path: { id: string; delivery_id: string } }; responses: { 200: { content: { "application/json": DeliveryResponse } } } }
    delete: { parameters: { path: { id: string; delivery_id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/webhooks/{id}/deliveries/{delivery_id}/raw': {
    get: { parameters: { path: { id: string; delivery_id: string } }; responses: { 200: { content: { "application/octet-stream": string } } } }
  }
  '/v1/webhooks/{id}/deliveries/{delivery_id}/replay': {
    post: { parameters: { path: { id: string; delivery_id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": DeliveryResponse } } } }
  }
  '/v1/webhooks/{id}/rejections': {
    get: { parameters: { path: { id: string }; query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedRejection } } } }
  }
  '/v1/webhooks/{id}/rejections/{rejection_id}': {
    get: { parameters: { path: { id: string; rejection_id: string } }; responses: { 200: { content: { "application/json": RejectionResponse } } } }
    delete: { parameters: { path: { id: string; rejection_id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/webhooks/{id}/rejections/{rejection_id}/accept': {
    post: { parameters: { path: { id: string; rejection_id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": ReceiptResponse } } } }
  }
  '/v1/forms': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewForm } }; responses: { 201: { content: { "application/json": FormResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedForm } } } }
  }
  '/v1/forms/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": FormResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": FormPatch } }; responses: { 200: { content: { "application/json": FormResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/forms/{id}/consents': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": ListedConsentVersion } } } }
  }
  '/v1/forms/{id}/test': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody?: { content: { "application/json": Record<string, unknown> } }; responses: { 200: { content: { "application/json": SubmissionResponse } } } }
  }
  '/v1/forms/files/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/octet-stream": string } } } }
  }
  '/v1/forms/{id}/submissions': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": Record<string, unknown>; "application/x-www-form-urlencoded": Record<string, unknown>; "multipart/form-data": Record<string, unknown>; "text/plain": string } }; responses: { 201: { content: { "application/json": SubmissionReceiptResponse } } } }
    get: { parameters: { path: { id: string }; query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; state?: SubmissionState; contact_id?: string } }; responses: { 200: { content: { "application/json": PagedSubmission } } } }
  }
  '/v1/forms/{id}/challenge': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": FormChallengeResponse } } } }
  }
  '/v1/forms/{id}/submissions/{submission_id}/withdraw': {
    post: { parameters: { path: { id: string; submission_id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": SubmissionResponse } } } }
  }
  '/v1/held': {
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; form_id?: string; reason?: HeldReason } }; responses: { 200: { content: { "application/json": PagedSubmission } } } }
  }
  '/v1/held/accept': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": AcceptHeld } }; responses: { 200: { content: { "application/json": AcceptedHeldResponse } } } }
  }
  '/v1/held/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": SubmissionResponse } } } }
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/held/{id}/accept': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": SubmissionResponse } } } }
  }
  '/v1/removals': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewRemoval } }; responses: { 201: { content: { "application/json": RemovalResponse } } } }
    get: { responses: { 200: { content: { "application/json": ListedRemoval } } } }
  }
  '/v1/removals/{id}/extend': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": RemovalResponse } } } }
  }
  '/v1/removals/{id}': {
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/events': {
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; type?: string; subject_id?: string; created_after?: string } }; responses: { 200: { content: { "application/json": PagedDoorpostEvent } } } }
  }
  '/v1/events/types': {
    get: { responses: { 200: { content: { "application/json": ListedEventTypeDescription } } } }
  }
  '/v1/events/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": EventDetailResponse } } } }
  }
  '/v1/events/endpoints': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewEndpoint } }; responses: { 201: { content: { "application/json": EndpointWithSecretResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder } }; responses: { 200: { content: { "application/json": PagedEndpoint } } } }
  }
  '/v1/events/endpoints/{id}': {
    get: { parameters: { path: { id: string }; header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": EndpointResponse } } } }
    patch: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string; "If-Match"?: string } }; requestBody: { content: { "application/json": EndpointPatch } }; responses: { 200: { content: { "application/json": EndpointResponse } } } }
    delete: { parameters: { path: { id: string }; header?: { "If-Match"?: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/events/endpoints/{id}/rotate': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": EndpointWithSecretResponse } } } }
  }
  '/v1/events/endpoints/{id}/test': {
    post: { parameters: { path: { id: string } }; requestBody?: { content: { "application/json": EndpointTest } }; responses: { 200: { content: { "application/json": EndpointTestResultResponse } } } }
  }
  '/v1/events/endpoints/{id}/recover': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": Recovery } }; responses: { 200: { content: { "application/json": RecoveredResponse } } } }
  }
  '/v1/events/endpoints/{id}/deliveries': {
    get: { parameters: { path: { id: string }; query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; state?: DeliveryState; type?: string } }; responses: { 200: { content: { "application/json": PagedEventDelivery } } } }
  }
  '/v1/events/endpoints/{id}/deliveries/{event_id}': {
    get: { parameters: { path: { id: string; event_id: string } }; responses: { 200: { content: { "application/json": EventDeliveryDetailResponse } } } }
  }
  '/v1/events/endpoints/{id}/deliveries/{event_id}/resend': {
    post: { parameters: { path: { id: string; event_id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": EventDeliveryResponse } } } }
  }
  '/v1/live': {
    get: { parameters: { query?: { after?: string } }; responses: { 200: { content: { "text/event-stream": string } } } }
  }
  '/v1/reports/contacts': {
    get: { parameters: { query?: { from?: string; to?: string; time_zone?: string; by?: ContactGrouping } }; responses: { 200: { content: { "application/json": ContactsReportResponse } } } }
  }
  '/v1/reports/attribution': {
    get: { parameters: { query?: { by?: AttributionDimension; touch?: AttributionTouch; from?: string; to?: string } }; responses: { 200: { content: { "application/json": AttributionReportResponse } } } }
  }
  '/v1/reports/attribution/export': {
    get: { parameters: { query?: { by?: AttributionDimension; touch?: AttributionTouch; from?: string; to?: string; table?: "keys" | "days"; bom?: boolean; separator?: CsvSeparatorName; language?: Language } }; responses: { 200: { content: { "text/csv": string } } } }
  }
  '/v1/reports/attention': {
    get: { responses: { 200: { content: { "application/json": AttentionResponse } } } }
  }
  '/v1/reports/upcoming': {
    get: { parameters: { query?: { time_zone?: string } }; responses: { 200: { content: { "application/json": UpcomingResponse } } } }
  }
  '/v1/reports/first-steps': {
    get: { responses: { 200: { content: { "application/json": FirstStepsResponse } } } }
  }
  '/v1/keys': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewApiKey } }; responses: { 201: { content: { "application/json": CreatedApiKeyResponse } } } }
    get: { parameters: { query?: { page?: number; limit?: number; cursor?: string; order?: SortOrder; state?: KeyState } }; responses: { 200: { content: { "application/json": PagedApiKey } } } }
  }
  '/v1/keys/self': {
    get: { parameters: { header?: { "If-None-Match"?: string } }; responses: { 200: { content: { "application/json": ApiKeySelfResponse } } } }
  }
  '/v1/keys/{id}/rotate': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; requestBody?: { content: { "application/json": KeyRotation } }; responses: { 200: { content: { "application/json": CreatedApiKeyResponse } } } }
  }
  '/v1/keys/{id}': {
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/workspace': {
    get: { responses: { 200: { content: { "application/json": WorkspaceResponse } } } }
    patch: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": WorkspacePatch } }; responses: { 200: { content: { "application/json": WorkspaceResponse } } } }
  }
  '/v1/backups': {
    get: { responses: { 200: { content: { "application/json": BackupsResponse } } } }
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; responses: { 201: { content: { "application/json": BackupsResponse } } } }
  }
  '/v1/setup': {
    get: { responses: { 200: { content: { "application/json": SetupStateResponse } } } }
    post: { requestBody: { content: { "application/json": NewOwner } }; responses: { 201: { content: { "application/json": SignedInResponse } } } }
  }
  '/v1/auth/sign-in': {
    post: { requestBody: { content: { "application/json": SignIn } }; responses: { 200: { content: { "application/json": SignedInResponse } } } }
  }
  '/v1/auth/second-factor': {
    post: { requestBody: { content: { "application/json": SecondFactor } }; responses: { 200: { content: { "application/json": SignedInResponse } } } }
  }
  '/v1/auth/sign-out': {
    post: { responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/sign-out-everywhere': {
    post: { responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/sessions': {
    get: { responses: { 200: { content: { "application/json": ListedSession } } } }
  }
  '/v1/auth/sessions/{id}': {
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/auth/password': {
    post: { requestBody: { content: { "application/json": PasswordChange } }; responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/password/forgot': {
    post: { requestBody: { content: { "application/json": ForgottenPassword } }; responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/password/reset': {
    post: { requestBody: { content: { "application/json": PasswordReset } }; responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/totp': {
    post: { requestBody: { content: { "application/json": PasswordProof } }; responses: { 200: { content: { "application/json": TotpStartResponse } } } }
    delete: { requestBody: { content: { "application/json": PasswordProof } }; responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/totp/confirm': {
    post: { requestBody: { content: { "application/json": CodeProof } }; responses: { 200: { content: { "application/json": DoneResponse } } } }
  }
  '/v1/auth/totp/backup-codes': {
    post: { requestBody: { content: { "application/json": PasswordProof } }; responses: { 200: { content: { "application/json": BackupCodesResponse } } } }
  }
  '/v1/auth/passkeys': {
    get: { responses: { 200: { content: { "application/json": ListedPasskey } } } }
    post: { requestBody: { content: { "application/json": NewPasskey } }; responses: { 201: { content: { "application/json": PasskeyResponse } } } }
  }
  '/v1/auth/passkeys/options': {
    post: { responses: { 200: { content: { "application/json": PasskeyOptionsResponse } } } }
  }
  '/v1/auth/passkeys/{id}': {
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/auth/passkeys/sign-in/options': {
    post: { responses: { 200: { content: { "application/json": PasskeyOptionsResponse } } } }
  }
  '/v1/auth/passkeys/sign-in': {
    post: { requestBody: { content: { "application/json": PasskeySignIn } }; responses: { 200: { content: { "application/json": SignedInResponse } } } }
  }
  '/v1/me': {
    get: { responses: { 200: { content: { "application/json": MeResponse } } } }
    patch: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": MePatch } }; responses: { 200: { content: { "application/json": MeResponse } } } }
  }
  '/v1/me/notifications': {
    get: { responses: { 200: { content: { "application/json": NotificationsResponse } } } }
    patch: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NotificationsPatch } }; responses: { 200: { content: { "application/json": NotificationsResponse } } } }
  }
  '/v1/me/notifications/browsers': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewBrowser } }; responses: { 201: { content: { "application/json": BrowserResponse } } } }
  }
  '/v1/me/notifications/browsers/{id}': {
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/me/notifications/browsers/{id}/test': {
    post: { parameters: { path: { id: string }; header?: { "Idempotency-Key"?: string } }; responses: { 200: { content: { "application/json": BrowserTestResponse } } } }
  }
  '/v1/team': {
    get: { responses: { 200: { content: { "application/json": ListedMember } } } }
  }
  '/v1/team/invitations': {
    post: { parameters: { header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": NewInvitation } }; responses: { 201: { content: { "application/json": InvitationWithLinkResponse } } } }
    get: { responses: { 200: { content: { "application/json": ListedInvitation } } } }
  }
  '/v1/team/invitations/{id}': {
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/team/{user_id}': {
    patch: { parameters: { path: { user_id: string }; header?: { "Idempotency-Key"?: string } }; requestBody: { content: { "application/json": MemberPatch } }; responses: { 200: { content: { "application/json": MemberResponse } } } }
    delete: { parameters: { path: { user_id: string } }; responses: { 200: { content: { "application/json": DeletedResponse } } } }
  }
  '/v1/invitations/open': {
    post: { requestBody: { content: { "application/json": InvitationToken } }; responses: { 200: { content: { "application/json": OpenInvitationResponse } } } }
  }
  '/v1/invitations/accept': {
    post: { requestBody: { content: { "application/json": AcceptedInvitation } }; responses: { 201: { content: { "application/json": SignedInResponse } } } }
  }
  '/healthz': {
    get: { responses: { 200: { content: { "application/json": GetHealthResponse } } } }
  }
  '/readyz': {
    get: { responses: { 200: { content: { "application/json": GetReadinessResponse } } } }
  }
  '/metrics': {
    get: { responses: { 200: { content: { "text/plain": string } } } }
  }
  '/openapi.json': {
    get: { responses: { 200: { content: { "application/json": OpenApiDocument } } } }
  }
  '/openapi.full.json': {
    get: { responses: { 200: { content: { "application/json": OpenApiDocument } } } }
  }
}
