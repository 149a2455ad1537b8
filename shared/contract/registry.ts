/** Every endpoint there is, for the server, OpenAPI and the coverage test. A browser imports the single ones it calls. */
import * as account from './account.ts'
import * as adjustments from './adjustments.ts'
import * as admin from './admin.ts'
import * as adminMoney from './admin-money.ts'
import * as adminPeople from './admin-people.ts'
import * as adminReviewEdits from './admin-review-edits.ts'
import * as adminWithdrawals from './admin-withdrawals.ts'
import * as attachments from './attachments.ts'
import * as broadcasting from './broadcasting.ts'
import * as buyBox from './buy-box.ts'
import * as campaigns from './campaigns.ts'
import * as conversationNotes from './conversation-notes.ts'
import * as conversationState from './conversation-state.ts'
import * as dealNotes from './deal-notes.ts'
import * as dealsOverview from './deals-overview.ts'
import type { Endpoint } from './endpoint.ts'
import * as failedWork from './failed-work.ts'
import * as feed from './feed.ts'
import * as firstDeals from './first-deals.ts'
import * as guests from './guests.ts'
import * as inquiries from './inquiries.ts'
import * as installation from './installation.ts'
import { adminSessionCalls, sellerSessionCalls } from './login-calls.ts'
import * as matchFeedback from './match-feedback.ts'
import * as messenger from './messenger.ts'
import * as money from './money.ts'
import * as neighborhood from './neighborhood.ts'
import * as notifications from './notifications.ts'
import * as offers from './offers.ts'
import * as openHouses from './open-houses.ts'
import * as phones from './phones.ts'
import * as places from './places.ts'
import * as profile from './profile.ts'
import * as funds from './proof-of-funds.ts'
import * as properties from './properties.ts'
import * as reviews from './reviews.ts'
import * as savedSearches from './saved-searches.ts'
import * as searchWebhooks from './search-webhooks.ts'
import * as seller from './seller.ts'
import * as sellerBuyers from './seller-buyers.ts'
import * as sellerClosing from './seller-closing.ts'
import * as sellerCompany from './seller-company.ts'
import * as sellerDeals from './seller-deals.ts'
import * as sellerIdentity from './seller-identity.ts'
import * as sellerJoin from './seller-join.ts'
import * as sellerKeys from './seller-keys.ts'
import * as sellerListing from './seller-listing.ts'
import * as sellerListingFiles from './seller-listing-files.ts'
import * as sellerNotifications from './seller-notifications.ts'
import * as sellerOffers from './seller-offers.ts'
import * as sellerPhone from './seller-phone.ts'
import * as sellerToday from './seller-today.ts'
import * as sellerTodayFigures from './seller-today-figures.ts'
import * as siteConfig from './site-config.ts'
import * as subscriptions from './subscriptions.ts'
import * as twoStep from './two-step.ts'
import * as unclaimedPayments from './unclaimed-payments.ts'
import * as withdrawals from './withdrawals.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

const rooms = {
  account,
  profile,
  subscriptions,
  phones,
  'buy box': buyBox,
  'match feedback': matchFeedback,
  feed,
  notifications,
  'saved searches': savedSearches,
  'saved searches, webhooks': searchWebhooks,
  places,
  siteConfig,
  messenger,
  attachments,
  broadcasting,
  seller,
  'seller, inbox': conversationState,
  'seller, internal notes': conversationNotes,
  'seller, login': sellerSessionCalls,
  'seller, notifications': sellerNotifications,
  firstDeals,
  properties,
  'deals, the area': neighborhood,
  'deals, notes and reports': dealNotes,
  'deals, overview': dealsOverview,
  inquiries,
  'open houses': openHouses,
  'seller, deals': sellerDeals,
  'seller, deal editor': sellerListing,
  'seller, files of a deal': sellerListingFiles,
  'seller, company': sellerCompany,
  'seller, closing': sellerClosing,
  'seller, identity': sellerIdentity,
  'seller, join': sellerJoin,
  'seller, phone': sellerPhone,
  'seller, keys': sellerKeys,
  guests,
  'seller, buyers': sellerBuyers,
  'seller, blasts': campaigns,
  offers,
  'offers, files': funds,
  money,
  withdrawals,
  reviews,
  'seller, offers': sellerOffers,
  'seller, today': sellerToday,
  'seller, figures': sellerTodayFigures,
  console: admin,
  'console, installation': installation,
  'console, login': adminSessionCalls,
  'console, money': adminMoney,
  'console, adjustments': adjustments,
  'console, withdrawals': adminWithdrawals,
  'console, unclaimed payments': unclaimedPayments,
  'console, people': adminPeople,
  'console, reviews': adminReviewEdits,
  'console, failed work': failedWork,
  'two-step login, seller': twoStep.sellerTwoStep,
  'two-step login, console': twoStep.adminTwoStep,
  'two-step login, others': twoStep,
}

/** Each with the contract file it stands in, which is also its heading in the API documentation. */
export const ENDPOINTS: readonly { room: keyof typeof rooms; endpoint: Endpoint }[] = Object.entries(
  rooms,
).flatMap(([room, file]) =>
  Object.values(file)
    .filter(isEndpoint)
    .map((endpoint) => ({ room: room as keyof typeof rooms, endpoint })),
)
