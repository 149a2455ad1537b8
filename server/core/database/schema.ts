/** The tables as TypeScript sees them. The SQL that makes them is in `migrations/`; only SQL valid on Postgres 15–18. */
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import type { MessageContext } from '#shared/contract/messenger.ts'
import type { ProofRule } from '#shared/contract/proof-of-funds.ts'
import type * as accounts from './account-tables.ts'
import type * as buying from './buy-box-tables.ts'
import type * as campaigns from './campaign-tables.ts'
import type { Json, Maybe, MaybeStamp, Stamp } from './column-types.ts'
import type * as deals from './deal-tables.ts'
import type { InboxTables } from './inbox-tables.ts'
import type * as jobs from './job-tables.ts'
import type * as keys from './key-tables.ts'
import type * as matching from './matching-tables.ts'
import type * as money from './money-tables.ts'
import type * as notices from './notification-tables.ts'
import type * as offers from './offer-tables.ts'
import type * as reviews from './review-tables.ts'
import type * as searches from './search-tables.ts'
import type * as twoStep from './two-step-tables.ts'

export interface CustomersTable {
  id: Generated<number>
  name: string
  /** Unique without regard to case. */
  email: string
  password_hash: Maybe<string>
  photo: Maybe<string>
  idv_status: Maybe<string>
  idv_id: Maybe<string>
  created_at: Stamp
  first_name: Maybe<string>
  last_name: Maybe<string>
  company: Maybe<string>
  bio: Maybe<string>
  time_zone: Maybe<string>
  locale: Maybe<string>
  idv_reason: Maybe<string>
  email_confirmed_at: MaybeStamp
  blocked_at: MaybeStamp
  terms_version: Maybe<string>
  terms_accepted_at: MaybeStamp
  utm: Json<Record<string, string> | null>
  property_types: Json<number[]>
  parking_types: Json<number[]>
  deal_defaults: Json<Record<string, number> | null>
  /** Deals they have seen, and their visits to the deals, are kept. */
  marks_seen_deals: Generated<boolean>
  /** Of the tokens that are deleted by now; later use is in `access_tokens`. */
  last_active_at: Stamp
  /** When the email went out that says the account will be deleted; null again after its owner was back. */
  inactive_noticed_at: MaybeStamp
  /** Of a row without a person: what an account left behind when it was deleted. */
  deleted_at: MaybeStamp
}

export interface AccountsTable {
  id: Generated<number>
  title: string
  logo_url: Maybe<string>
  created_at: Stamp
  rating: Maybe<number>
  reviews_count: Generated<number>
  is_verified: Generated<boolean>
  about: Maybe<string>
  postal_address: Maybe<string>
  /** Two letters. Seen by the company and by staff, as the EIN is. */
  registration_state: Maybe<string>
  /** As `12-3456789`. */
  ein: Maybe<string>
  /** Two-letter codes of the states it serves. */
  states: Json<string[]>
  /** Takes offers from people whose identity is verified only. */
  requires_id: Generated<boolean>
  /** Which proofs of funds the account accepts. */
  proof_rule: Generated<ProofRule>
  /** Everybody on its team must log in in two steps. */
  requires_two_step: Generated<boolean>
  /** Buyers may write to it without having been introduced. */
  accepts_first_contact: Generated<boolean>
  /** Imported contacts get nothing before they confirmed by email. */
  has_double_opt_in: Generated<boolean>
  /** Buyers see when their messages were read. */
  shows_read_marks: Generated<boolean>
  /** No business from then on: by staff, or by an owner who closes the company. */
  suspended_at: MaybeStamp
  /** Of a company that an owner closes: its data is deleted then. */
  closes_at: MaybeStamp
  closed_at: MaybeStamp
}

export interface AccountMembersTable {
  id: Generated<number>
  account_id: number
  name: string
  email: string
  password_hash: Maybe<string>
  created_at: Stamp
  phone: Maybe<string>
  photo: Maybe<string>
  /** IANA. */
  time_zone: Maybe<string>
  /** What each may do is in shared/contract/member-roles.ts. */
  role: Generated<MemberRole>
  /** A paused person cannot log in. */
  paused_at: MaybeStamp
  /** When the last invitation was mailed; null for somebody who was added without one. */
  invited_at: MaybeStamp
  terms_version: Maybe<string>
  terms_accepted_at: MaybeStamp
}

export interface AccessTokensTable {
  id: Generated<number>
  /** sha256 of the token; the token itself is never stored. */
  token_hash: Uint8Array
  principal_kind: 'customer' | 'member' | 'staff'
  principal_id: number
  purpose: 'session' | 'widget' | 'desk' | 'console' | 'view'
  /** The session a widget token was issued by; it ends with it. */
  parent_id: Maybe<number>
  /** Of an element's token that was made for one account. */
  account_id: Maybe<number>
  /** The key that issued it to a site's server; it ends with the key. */
  server_key_id: Maybe<number>
  created_at: Stamp
  expires_at: Date
  last_used_at: MaybeStamp
  revoked_at: MaybeStamp
  user_agent: Maybe<string>
  ip: Maybe<string>
  /** Ends the session after this idle time. */
  idle_seconds: Maybe<number>
  rotated_at: MaybeStamp
  /** The token before the last rotation; `previous_until` is null until the new one was used. */
  previous_hash: Maybe<Uint8Array>
  previous_until: MaybeStamp
  /** How its person logged in. */
  factor: Generated<'password' | 'two-step'>
  /** When the person last confirmed who they are. */
  confirmed_at: MaybeStamp
}

export interface PropertiesTable extends deals.DealColumns {
  id: Generated<number>
  account_id: number
  address: string
  city: string
  state: string
  zip: string
  /** False hides the street: only city, state and ZIP are public. */
  is_street_shown: Generated<boolean>
  /** In whole units of the currency. */
  price: Maybe<number>
  arv: Maybe<number>
  beds: Maybe<number>
  baths: Maybe<number>
  sqft: Maybe<number>
  thumb_url: Maybe<string>
  created_at: Stamp
}

export interface MessagesTable {
  id: Generated<number>
  customer_id: number
  account_id: number
  /** As the seller sees it: `outbound` goes to the customer. */
  type: 'inbound' | 'outbound'
  action: Maybe<string>
  channel: Maybe<string>
  body: Maybe<string>
  /** When it was meant to go out, if that is another time than its making. */
  send_at: MaybeStamp
  /** Place in the thread, in whole milliseconds; strictly rising within a conversation. */
  sort_at: Date
  is_read: Generated<boolean>
  read_at: MaybeStamp
  property_id: Maybe<number>
  offer_id: Maybe<number>
  /** The move of the offer that this message tells. */
  offer_move_id: Maybe<number>
  inquiry_id: Maybe<number>
  idempotency_key: Maybe<string>
  is_demo_reply: Generated<boolean>
  /** The page on which it was written. */
  context: ColumnType<MessageContext | null, string | null | undefined, string | null>
  created_at: Stamp
}

export interface Schema extends keys.KeyTables, offers.FileTables, InboxTables {
  customers: CustomersTable
  accounts: AccountsTable
  account_members: AccountMembersTable
  access_tokens: AccessTokensTable
  properties: PropertiesTable
  offers: offers.OffersTable
  inquiries: offers.InquiriesTable
  messages: MessagesTable
  verification_codes: accounts.VerificationCodesTable
  used_captchas: accounts.UsedCaptchasTable
  mail_links: accounts.MailLinksTable
  seller_applications: accounts.SellerApplicationsTable
  login_attempts: accounts.LoginAttemptsTable
  customer_phones: accounts.CustomerPhonesTable
  sms_consents: accounts.SmsConsentsTable
  mail_preferences: accounts.MailPreferencesTable
  social_identities: accounts.SocialIdentitiesTable
  avatars: accounts.AvatarsTable
  identity_checks: accounts.IdentityChecksTable
  outbox: accounts.OutboxTable
  buy_boxes: buying.BuyBoxesTable
  geotags: buying.GeotagsTable
  location_queries: buying.LocationQueriesTable
  companies: buying.CompaniesTable
  company_purchases: buying.CompanyPurchasesTable
  linked_companies: buying.LinkedCompaniesTable
  match_feedback: buying.MatchFeedbackTable
  matching_progress: matching.MatchingProgressTable
  matched_customers: matching.MatchedCustomersTable
  box_rules: matching.BoxRulesTable
  box_areas: matching.BoxAreasTable
  matches: matching.MatchesTable
  deal_marks: matching.DealMarksTable
  deal_visits: matching.DealVisitsTable
  digested_deals: matching.DigestedDealsTable
  notifications: notices.NotificationsTable
  notification_preferences: notices.NotificationPreferencesTable
  quiet_hours: notices.QuietHoursTable
  push_devices: notices.PushDevicesTable
  push_keys: notices.PushKeysTable
  deliveries: notices.DeliveriesTable
  saved_searches: searches.SavedSearchesTable
  saved_search_finds: searches.SavedSearchFindsTable
  search_progress: searches.SearchProgressTable
  search_webhooks: searches.SearchWebhooksTable
  webhook_deliveries: searches.WebhookDeliveriesTable
  account_buyers: campaigns.AccountBuyersTable
  confirmation_requests: campaigns.ConfirmationRequestsTable
  campaigns: campaigns.CampaignsTable
  campaign_recipients: campaigns.CampaignRecipientsTable
  ui_events: deals.UiEventsTable
  deal_orders: deals.DealOrdersTable
  property_images: deals.PropertyImagesTable
  property_videos: deals.PropertyVideosTable
  property_documents: deals.PropertyDocumentsTable
  price_changes: deals.PriceChangesTable
  market_reports: deals.MarketReportsTable
  shown_market_reports: deals.ShownMarketReportsTable
  favourites: deals.FavouritesTable
  open_houses: deals.OpenHousesTable
  open_house_registrations: deals.OpenHouseRegistrationsTable
  deal_notes: deals.DealNotesTable
  property_reports: deals.PropertyReportsTable
  offer_moves: offers.OfferMovesTable
  offer_steps: offers.OfferStepsTable
  ledger_accounts: money.LedgerAccountsTable
  ledger_transactions: money.LedgerTransactionsTable
  ledger_entries: money.LedgerEntriesTable
  billing_infos: money.BillingInfosTable
  payments: money.PaymentsTable
  provider_events: money.ProviderEventsTable
  embedded_charges: money.EmbeddedChargesTable
  embedded_refunds: money.EmbeddedRefundsTable
  deposits: money.DepositsTable
  adjustments: money.AdjustmentsTable
  withdrawals: money.WithdrawalsTable
  reviews: reviews.ReviewsTable
  review_edits: reviews.ReviewEditsTable
  review_responses: reviews.ReviewResponsesTable
  content_reports: reviews.ContentReportsTable
  account_follows: reviews.AccountFollowsTable
  staff: reviews.StaffTable
  replaced_tokens: accounts.ReplacedTokensTable
  setup_tokens: accounts.SetupTokensTable
  second_factors: twoStep.SecondFactorsTable
  recovery_codes: twoStep.RecoveryCodesTable
  login_challenges: twoStep.LoginChallengesTable
  saved_replies: reviews.SavedRepliesTable
  settings: reviews.SettingsTable
  audit_log: reviews.AuditLogTable
  failed_work: jobs.FailedWorkTable
  file_deletions: jobs.FileDeletionsTable
}

export type MessageRow = Selectable<MessagesTable>
export type PropertyRow = Selectable<PropertiesTable>
