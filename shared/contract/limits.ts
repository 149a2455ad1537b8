/**
 * Every number of spec section 9 (and the few we add), in one place; but the platform fee and the limit of offers, which an installation
 * sets (server/site/settings). Imports nothing, so a widget may take one for free.
 */

/** Longest text a customer or a seller may send, in UTF-16 code units, as `String.length` counts (spec 9). */
export const MESSAGE_MAX_LENGTH = 1000
/** How often queued read marks are flushed and other chat jobs run; `realtime-config.jobInterval` overrides (spec 9). */
export const JOB_INTERVAL_MS = 5000
/** Scrolling this close to the top of a thread loads older messages (spec 9). */
export const SCROLL_LOAD_THRESHOLD_PX = 300
/** At most this many pages are fetched by one load of a thread (spec 9). */
export const MESSAGE_PAGES_PER_LOAD = 2
/** An unread message seen for this long is queued as read (spec 9). */
export const UNREAD_MARK_DELAY_MS = 1000
/** Most messages one call marks as read. Ours. */
export const READ_MARKS_PER_CALL = 500
/** Rows of a chat list or a thread on one page. Page sizes are not shown in the spec; this is ours. */
export const PAGE_SIZE = 25

/** Real-time defaults (spec 9). */
export const ACTIVITY_TIMEOUT_MS = 120_000
export const PONG_TIMEOUT_MS = 30_000
export const UNAVAILABLE_TIMEOUT_MS = 10_000
/** Channel prefix when `realtime-config` names none (spec 7). */
export const CHANNEL_PREFIX = 'App'

/** A JSON call that takes longer has failed (spec 8). */
export const REQUEST_TIMEOUT_MS = 3000
/** Statuses after which a GET, and only a GET, is repeated once (spec 7). */
export const RETRY_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504] as const
/** The repeat waits this long and at most as much again, so that many clients do not come back at once. Ours. */
export const RETRY_DELAY_MS = 250
/** A server that asks a GET to wait longer than this is not waited for. Ours. */
export const RETRY_AFTER_MAX_MS = 10_000

/** A run of bubbles: same side, same day, and less than this apart. */
export const RUN_GAP_MS = 5 * 60_000
/** A send that was looked for in vain is still recognised in a message that turns up this much later. Ours. */
export const ECHO_WINDOW_MS = 60_000
/** Letters typed in the conversation list further apart than this begin a new name. Ours. */
export const TYPE_AHEAD_PAUSE_MS = 600
/** A badge shows no greater number, but `99+`. */
export const BADGE_MAX = 99
/** Further than this from the end of the thread, arrivals are announced by a pill instead of followed. */
export const FOLLOW_THRESHOLD_PX = 120
/** Text messages a customer may send in one minute; the 31st answers 429. Ours. */
export const SENDS_PER_MINUTE = 30
/** Replies one person in the seller app may send in one minute, and blasts and digests of one account. Ours. */
export const SELLER_SENDS_PER_MINUTE = 60
/** Characters of an internal note. */
export const NOTE_MAX_LENGTH = 4000
/** The newest of a conversation. */
export const NOTES_SHOWN = 500
export const CAMPAIGNS_PER_MINUTE = 6
/** Failed logins per IP and e-mail within the window before 429. */
export const LOGIN_FAILURES = 5
export const LOGIN_WINDOW_MS = 15 * 60_000
/** Largest JSON or form body the server reads. */
export const BODY_LIMIT_BYTES = 64 * 1024
/** Coming back to the marketplace's window asks for the unread count at most this often. Ours. */
export const UNREAD_REFRESH_GAP_MS = 10_000
/** A page that lost a chunk reloads itself once per path within this time (spec 4, 9). */
export const RELOAD_GUARD_MS = 10_000

/** Accounts. Lengths are ours unless a section is named. */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const PERSON_NAME_MAX_LENGTH = 80
export const COMPANY_MAX_LENGTH = 120
export const BIO_MAX_LENGTH = 1000
/** A code that is mailed or texted: how long it lives, how often it may be guessed, when another may be sent. */
export const CODE_LIFETIME_MS = 10 * 60_000
export const CODE_TRIES = 5
export const CODE_RESEND_MS = 30_000
/** The hash a code is traded for waits this long for its login. */
export const VERIFICATION_HASH_LIFETIME_MS = 5 * 60_000
/** E-mailed links. */
export const AUTH_LINK_LIFETIME_MS = 24 * 60 * 60_000
export const RECOVERY_LINK_LIFETIME_MS = 60 * 60_000
export const CONFIRMATION_RESEND_MS = 60_000
/** From leaving for a network's login page until coming back. */
export const SOCIAL_LOGIN_LIFETIME_MS = 10 * 60_000
export const UNSUBSCRIBE_LINK_LIFETIME_MS = 180 * 24 * 60 * 60_000
/** Of a link with which somebody without an account erases what companies imported about them. */
export const CONTACT_LINK_LIFETIME_MS = 24 * 60 * 60_000
/** In which an imported contact confirms what a company said; later nothing is kept of it. */
export const CONFIRMATION_LIFETIME_MS = 30 * 24 * 60 * 60_000
/** Calls per IP address and minute that could tell whether an e-mail has an account; then a captcha is asked for. */
export const EMAIL_STATUS_PER_MINUTE = 10
/** Codes and mails one address, number or member may be sent in an hour, however often they are asked for. */
export const CODES_PER_HOUR = 10
/** Codes and mails one IP address may cause in an hour; an office shares one. Ours. */
export const SENDS_PER_IP_PER_HOUR = 60
/** Accounts created from one IP address in an hour. */
export const REGISTRATIONS_PER_HOUR = 20
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024
/** Largest picture that is decoded, in pixels: a small file may claim to be an enormous picture. Ours. */
export const AVATAR_MAX_PIXELS = 50_000_000
/** Portraits one customer may upload, and changes of e-mail one may try, in an hour. Ours. */
export const AVATARS_PER_HOUR = 30
export const EMAIL_CHANGES_PER_HOUR = 10
/** Uploads that may wait for the one that is worked on; each is held in memory. Ours. */
export const AVATARS_WAITING_MAX = 20
/** Width and height of a stored portrait. */
export const AVATAR_SIZE_PX = 512
/** A whole upload may take this long: 15 MB over 0.5 Mbit/s (the JSON time-out is far too short for it). */
export const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** An upload of which nothing more went out, or whose answer did not come, for this long has failed. Ours. */
export const UPLOAD_STALL_MS = 30_000
export const PHONES_MAX = 5
/** Numbers one customer may add in an hour, so that nobody has texts sent to others' phones. Ours. */
export const PHONES_ADDED_PER_HOUR = 10
/** Identity checks one customer may begin, and exports of data one may ask for, in an hour. Ours. */
export const IDENTITY_CHECKS_PER_HOUR = 10
export const EXPORTS_PER_HOUR = 10
/** Versions of the product's own texts: the day they changed. Everybody is asked again for new terms. */
export const TERMS_VERSION = '2026-11-29'
export const PRIVACY_VERSION = '2026-11-29-5'
export const SMS_CONSENT_VERSION = '2026-11-29'

/** Buy box (spec sections 5 and 9). */
export const COMPANY_QUERY_MIN_LENGTH = 2
export const COMPANY_SEARCH_DEBOUNCE_MS = 300
export const PLACE_SEARCH_DEBOUNCE_MS = 100
export const FIND_DEBOUNCE_MS = 200
export const BUY_BOX_CHECK_DELAY_MS = 500
/** A check that failed is repeated after these waits; the last one repeats. Ours. */
export const BUY_BOX_CHECK_RETRY_MS = [5000, 15_000, 60_000] as const
/** A device is asked where it is for at most this long, and may answer what it knew this long ago. Ours. */
export const POSITION_TIMEOUT_MS = 10_000
export const POSITION_AGE_MS = 5 * 60_000
export const LOCATION_RESULTS_MAX = 8
export const LOCATION_HISTORY_MAX = 10
/** Place searches from one IP address in a minute. Ours. */
export const PLACE_QUERIES_PER_MINUTE = 300
export const COMPANY_RESULTS_MAX = 8
/** Company searches of one customer in a minute, and companies one customer may link. Ours. */
export const COMPANY_SEARCHES_PER_MINUTE = 300
export const LINKED_COMPANIES_MAX = 20
export const BUY_BOXES_MAX = 10
export const GEOTAGS_MAX = 100
export const BUY_BOX_NAME_MAX_LENGTH = 60
export const RADIUS_MAX_MILES = 100
/** The circles that are offered around a place. Ours. */
export const RADIUS_CHOICES_MILES = [5, 10, 25, 50, RADIUS_MAX_MILES] as const
export const POLYGON_MAX_POINTS = 200
/** Fewer known purchases than this are too few to learn from. Ours. */
export const PURCHASES_TO_LEARN = 3
/** Scores that ride on a profile, and deals one customer may decline with a reason. Ours. */
export const PROPERTY_STATS_MAX = 500
export const MATCH_FEEDBACK_MAX = 500
/** What was learned is looked at again after this time. */
export const LEARN_INTERVAL_MS = 24 * 60 * 60_000

/** Shell and analytics (spec 9). */
export const BUILD_CHECK_INTERVAL_MS = 3_600_000
export const ANALYTICS_SESSION_TIMEOUT_MS = 2 * 60 * 60_000
export const TOOLTIP_DELAY_MS = 100
export const TOOLTIP_Z_INDEX = 9999
export const DEBOUNCE_SHORT_MS = 100
export const DEBOUNCE_LONG_MS = 300
/** A thing was seen when at least half of it was in view for this long. Ours. */
export const VIEW_AFTER_MS = 1000
export const UI_EVENTS_PER_CALL = 50
/** Reports of views from one IP address in a minute; a tab sends one in three seconds at most. Ours. */
export const UI_EVENT_CALLS_PER_MINUTE = 120

/** Deals (spec section 9). The first camera while no deal is known, over the US, [south, west, north, east]: never a filter, it would lose Puerto Rico. */
export const MAP_DEFAULT_BOUNDS = [21.3, -157.85, 61.2, -70.9] as const
/** Version of the outside maps library, how often its loading is tried, and how long after a resize the map looks again. */
export const MAPS_LIBRARY_VERSION = '3.58'
export const MAPS_LOAD_TRIES = 3
export const MAP_RESIZE_DELAY_MS = 50
/** A score is from 0 to 100 on the screen and from 0 to 1 in the data. */
export const SCORE_SCALE = 100
/** Price pins at most; other deals in view are dots. Ours, as are all below. */
export const PRICE_PINS_MAX = 50
/** Address requests a customer may make in a day, and one whose identity is verified. */
export const ADDRESS_REQUESTS_PER_DAY = 5
export const ADDRESS_REQUESTS_PER_DAY_VERIFIED = 15
/** Questions a customer may send in an hour. */
export const INQUIRIES_PER_HOUR = 20
/** A hidden address is shown this far from where it is, in meters. */
export const HIDDEN_OFFSET_MIN_M = 300
export const HIDDEN_OFFSET_MAX_M = 800
/** Decimals of a hidden coordinate, about 110 m. */
export const HIDDEN_DECIMALS = 3
export const DOCUMENT_LINK_LIFETIME_MS = 5 * 60_000
/** What was learned of a deal's market is asked again after this time, and a source that failed is left alone for this long. */
export const MARKET_REPORT_LIFETIME_MS = 30 * 24 * 60 * 60_000
export const MARKET_RETRY_MS = 30_000
export const SIMILAR_DEALS_MAX = 8
/** Filtered lists asked for from one IP address in a minute; the whole list is not counted. */
export const FILTERED_LISTS_PER_MINUTE = 60
/** Documents of the API and the files of their page, of one network: writing one takes 30 ms of processor time. */
export const API_DOCUMENTS_PER_MINUTE = 120
/** Documents fetched from one IP address in a minute. */
export const DOCUMENTS_PER_MINUTE = 60
/** Reports of problems with listings that a customer may send in an hour. */
export const REPORTS_PER_HOUR = 20
/** Calculator inputs that are kept for a deal. */
export const ASSUMPTIONS_MAX = 60
export const FAVOURITES_MAX = 2000
export const COMPARE_MAX = 5
/** Filter changes closer together than this are one step of Back. */
export const FILTER_PAUSE_MS = 600
/** The list of deals may take long, but something of it must come this often. */
export const DEALS_STALL_MS = 15_000
/** A tab that is looked at again asks for what changed at most this often. */
export const DEALS_REFRESH_GAP_MS = 10_000
/** What the public channel says is gathered for this long, and at most as much again, so that not everybody asks at once. */
export const DEALS_CHANGE_PAUSE_MS = 1000

/** Offers and money. Ours, as are all below. */
export const OFFER_PRICE_MAX_CENTS = 100_000_000_000
export const OFFER_NOTE_MAX_LENGTH = 1000
/** Choices of how long the other side has to answer, in hours. */
export const ANSWER_HOURS = [24, 48, 72] as const
/** An accepted offer waits this long for the buyer's confirmation. */
export const CONFIRM_HOURS = 48
/** The other side is reminded when this share of the time is left. */
export const REMIND_AT_SHARE_LEFT = 0.25
/** How often the server looks for offers whose time is up. */
export const OFFER_SWEEP_MS = 5000
/** Moves and drafts one customer may save in a minute. */
export const OFFER_CALLS_PER_MINUTE = 60
export const TOP_UP_MIN_CENTS = 1000
export const TOP_UP_MAX_CENTS = 2_500_000
export const TOP_UP_PRESETS_CENTS = [25_000, 50_000, 100_000, 250_000] as const
/** Payments one customer may begin in an hour. */
export const PAYMENTS_PER_HOUR = 30
/** An answer by mail with its files, as it is posted to the server. */
export const MAIL_ANSWER_MAX_BYTES = 10 * 1024 * 1024
/** Mails to one person that say why an answer by mail was not taken. */
export const MAIL_REFUSALS_PER_HOUR = 5
/** Withdrawals one customer may begin in an hour. */
export const WITHDRAWALS_PER_HOUR = 10
/** A card takes money of a charge back for this long; card networks refuse refunds of older ones. */
export const CARD_REFUND_MS = 180 * 24 * 60 * 60_000
/** A proposed forfeit may be objected to for this long, and is decided after it. */
export const FORFEIT_NOTICE_MS = 7 * 24 * 60 * 60_000
/** Largest file of a proof of funds, a corporate document or a deal. */
export const FILE_MAX_BYTES = 15 * 1024 * 1024
/** How often the server looks for files to scan, which age those may have that are scanned with new signatures, and how many at a time. */
export const RESCAN_MS = 60_000
export const RESCAN_DAYS = 30
export const RESCAN_BATCH = 20
export const CORPORATE_DOCUMENTS_MAX = 20
/** Proofs of funds one person has stored; deleted ones do not count. */
export const PROOFS_MAX = 50
/** Files one person may upload in an hour. */
export const FILES_PER_HOUR = 60
export const FILE_LINK_LIFETIME_MS = 5 * 60_000
/** A proof of funds is good for this long unless it says otherwise. */
export const PROOF_VALID_DAYS = 90
/** Most a deal's price or any other sum of it may be, in units of the currency; an integer of the database holds it. */
export const DEAL_PRICE_MAX_USD = 1_000_000_000
export const DEAL_PHOTOS_MAX = 60
export const DEAL_PHOTO_MAX_PX = 2048
/** Width and height at most of the small picture of a photo, and of a logo. */
export const DEAL_THUMB_PX = 640
export const LOGO_MAX_PX = 512
export const DEAL_DOCUMENTS_MAX = 40
/** Photos and documents of deals one person may upload in an hour. */
export const PHOTOS_PER_HOUR = 300
export const SAVED_REPLIES_MAX = 50
/** How often the server looks for deals whose time is up. */
export const LISTING_SWEEP_MS = 60_000
export const REVIEW_MIN_LENGTH = 20
export const REVIEW_MAX_LENGTH = 2000
export const REVIEW_RESPONSE_MAX_LENGTH = 1000
/** A review may be changed, and waits for the other side's, for this long. */
export const REVIEW_WINDOW_MS = 14 * 24 * 60 * 60_000
/** Letters of a search in the seller's app that the server takes. */
export const SEARCH_MAX_LENGTH = 100
/** A password is slow to check, and a busy server slower: a login of the seller's app or the console is not given up before. */
export const LOGIN_TIMEOUT_MS = 15_000
/** The card's bank may take its time; a payment is not given up before. */
export const PAYMENT_TIMEOUT_MS = 20_000
/** A login through a network waits longer: the server asks the network up to three times. Ours. */
export const NETWORK_LOGIN_TIMEOUT_MS = 20_000
/** A page of the card provider that says nothing for this long counts as not loaded. */
export const FRAME_PATIENCE_MS = 15_000
/** How often an open payment is looked at beside the live news of it. */
export const PAYMENT_LOOK_MS = 10_000
/** The balance in the top bar is asked for again at most this often when the tab is looked at. */
export const BALANCE_REFRESH_GAP_MS = 10_000
