/** Every endpoint there is, for the server, OpenAPI and the coverage test. A browser imports the single ones it calls. */
import * as account from './account.ts'
import * as adjustments from './adjustments.ts'
import * as admin from './admin.ts'
import * as adminMoney from './admin-money.ts'
import * as adminPeople from './admin-people.ts'
import * as adminWithdrawals from './admin-withdrawals.ts'
import * as broadcasting from './broadcasting.ts'
import * as buyBox from './buy-box.ts'
import * as campaigns from './campaigns.ts'
import * as dealNotes from './deal-notes.ts'
import * as dealsOverview from './deals-overview.ts'
import * as desk from './desk.ts'
import * as deskBuyers from './desk-buyers.ts'
import * as deskCompany from './desk-company.ts'
import * as deskDeals from './desk-deals.ts'
import * as deskKeys from './desk-keys.ts'
import * as deskListing from './desk-listing.ts'
import * as deskListingFiles from './desk-listing-files.ts'
import * as deskNotifications from './desk-notifications.ts'
import * as deskOffers from './desk-offers.ts'
import type { Endpoint } from './endpoint.ts'
import * as failedWork from './failed-work.ts'
import * as feed from './feed.ts'
import * as funds from './funds.ts'
import * as inquiries from './inquiries.ts'
import { adminSessionCalls, deskSessionCalls } from './login-calls.ts'
import * as matchFeedback from './match-feedback.ts'
import * as messenger from './messenger.ts'
import * as money from './money.ts'
import * as neighborhood from './neighborhood.ts'
import * as notifications from './notifications.ts'
import * as offers from './offers.ts'
import * as openHouses from './open-houses.ts'
import * as phones from './phones.ts'
import * as places from './places.ts'
import * as plumbing from './plumbing.ts'
import * as profile from './profile.ts'
import * as properties from './properties.ts'
import * as reviews from './reviews.ts'
import * as savedSearches from './saved-searches.ts'
import * as searchWebhooks from './search-webhooks.ts'
import * as twoStep from './two-step.ts'
import * as unclaimedPayments from './unclaimed-payments.ts'
import * as withdrawals from './withdrawals.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

const rooms = {
  account,
  profile,
  phones,
  'buy box': buyBox,
  'match feedback': matchFeedback,
  feed,
  notifications,
  'saved searches': savedSearches,
  'saved searches, webhooks': searchWebhooks,
  places,
  plumbing,
  messenger,
  broadcasting,
  desk,
  'desk, login': deskSessionCalls,
  'desk, notifications': deskNotifications,
  properties,
  'deals, the area': neighborhood,
  'deals, notes and reports': dealNotes,
  'deals, overview': dealsOverview,
  inquiries,
  'open houses': openHouses,
  'desk, deals': deskDeals,
  'desk, deal editor': deskListing,
  'desk, files of a deal': deskListingFiles,
  'desk, company': deskCompany,
  'desk, keys': deskKeys,
  'desk, buyers': deskBuyers,
  'desk, blasts': campaigns,
  offers,
  'offers, files': funds,
  money,
  withdrawals,
  reviews,
  'desk, offers': deskOffers,
  console: admin,
  'console, login': adminSessionCalls,
  'console, money': adminMoney,
  'console, adjustments': adjustments,
  'console, withdrawals': adminWithdrawals,
  'console, unclaimed payments': unclaimedPayments,
  'console, people': adminPeople,
  'console, failed work': failedWork,
  'two-step login, desk': twoStep.deskTwoStep,
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
