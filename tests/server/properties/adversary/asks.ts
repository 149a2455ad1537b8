/**
 * What the adversary asks in every world, by endpoint of the contract. A new endpoint has to be asked here, or named among those that
 * are not asked, with the reason.
 */
import { pathsOf } from '#server/http/paths.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY, type DealQuery, type Point } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import { type AdversaryWorld, areaQuery, BLASTED, centerOf, squareAround, type Victim } from './world.ts'

export interface Ask {
  /** Whose house the answer might tell; all of them when left out. */
  victim?: Victim
  token?: string | undefined
  params?: Record<string, number>
  query?: string
  body?: unknown
}

type Asks = (world: AdversaryWorld) => Ask[]

const ofBuyer: Asks = ({ buyer }) => [{ token: buyer.token, params: { customer: buyer.id } }]
const ofMallory: Asks = ({ mallory, buyer }) => [{ token: mallory.token, params: { customer: buyer.id } }]
const eachVictim =
  (count: number, ask: (victim: Victim, world: AdversaryWorld, index: number) => Ask): Asks =>
  (world) =>
    world.victims.slice(0, count).map((victim, index) => ({ victim, ...ask(victim, world, index) }))
const all = Number.POSITIVE_INFINITY
/** Where the answer to one is like the answers to all. */
const SOME = 30

/** Everybody who has no address: the reader of one deal's page is the same in all worlds. */
const readers = ({ buyer, mallory, widget }: AdversaryWorld) => [
  undefined,
  buyer.token,
  mallory.token,
  widget,
]

const inBounds = (center: Point): Partial<DealQuery> => {
  const [a, , c] = squareAround(center)
  const bounds = { south: a?.lat ?? 0, west: a?.lng ?? 0, north: c?.lat ?? 0, east: c?.lng ?? 0 }
  return { filter: { ...DEFAULT_FILTER, bounds } }
}
const byDistance = (center: Point): Partial<DealQuery> => ({
  ...{ view: { ...center, zoom: 16 }, sort: { key: 'distance', descending: false } },
})
const query = (given: Partial<DealQuery>): string => String(writeQuery({ ...DEFAULT_QUERY, ...given }))

/** In drawn areas, in rectangles, by distance, by words and with sales near them. */
const filters: Asks = (world) => [
  ...eachVictim(100, (victim) => ({ query: areaQuery(centerOf(victim)) }))(world),
  ...eachVictim(SOME, (victim) => ({ query: query(inBounds(centerOf(victim))) }))(world),
  ...eachVictim(SOME, (victim) => ({ query: query(byDistance(centerOf(victim))) }))(world),
  ...eachVictim(SOME, ({ houses: [{ address, parcel }] }) => ({
    query: query({ filter: { ...DEFAULT_FILTER, text: `"${address}" OR "${parcel}"` } }),
  }))(world),
  { query: query({ filter: { ...DEFAULT_FILTER, flags: ['comps'] } }) },
]

export const ASKED: Readonly<Record<string, Asks>> = {
  listProperties: (world) => [{}, ...filters(world)],
  propertyBounds: (world) => [{}, ...filters(world)],
  dealsOverview: (world) => [
    {},
    ...eachVictim(30, (victim) => ({ query: areaQuery(centerOf(victim)) }))(world),
  ],
  showProperty: (world) => [
    ...eachVictim(all, ({ id }, _world, index) => ({
      ...{ params: { property: id }, token: readers(world)[index % 4] },
    }))(world),
    // The adversary's own: with the preview's link as a stranger, and as its seller.
    ...eachVictim(SOME, ({ draft: { id, previewHash } }, _world, index) => ({
      ...{ params: { property: id }, query: `preview_hash=${previewHash}`, token: readers(world)[index % 4] },
    }))(world),
    ...eachVictim(SOME, ({ twinId }, _world, index) => ({
      ...{ params: { property: twinId }, token: readers(world)[index % 4] },
    }))(world),
  ],
  propertyNeighborhood: (world) => [
    ...eachVictim(SOME, ({ id }) => ({ params: { property: id } }))(world),
    ...eachVictim(20, ({ twinId }) => ({ params: { property: twinId } }))(world),
  ],
  listOpenHouses: eachVictim(4, ({ id }, { buyer }) => ({ params: { property: id }, token: buyer.token })),
  listRegistrations: ofBuyer,
  getAddressRequest: eachVictim(4, ({ id }, { buyer }) => ({
    ...{ query: `property_id=${id}&type=address_request`, token: buyer.token },
  })),
  listAddressRequests: ofBuyer,
  listFavourites: ofBuyer,
  listFeed: ofBuyer,
  listSeenDeals: ofBuyer,
  listHiddenDeals: ofBuyer,
  listMatchFeedback: ofBuyer,
  listSavedSearches: ofBuyer,
  listBuyBoxes: ofBuyer,
  getSmartBuyBox: ofBuyer,
  currentUser: ofBuyer,
  listNotifications: ofBuyer,
  countNotifications: ofBuyer,
  listChats: ofBuyer,
  listTextMessages: ({ buyer, sellers }) =>
    sellers.map(({ id }) => ({
      ...{ token: buyer.token, params: { customer: buyer.id }, query: `filter[account_id]=${id}` },
    })),
  listOffers: ofBuyer,
  getOfferGate: eachVictim(4, ({ id }, { buyer }) => ({ token: buyer.token, query: `property_id=${id}` })),
  exportData: ofBuyer,
  getCompany: ({ sellers, buyer }) =>
    sellers.map(({ id }) => ({ token: buyer.token, params: { account: id } })),
  deskProperties: ofMallory,
  deskDeals: ofMallory,
  deskDealForEdit: eachVictim(SOME, ({ draft, twinId }, { mallory }, index) => ({
    ...{ token: mallory.token, params: { deal: index % 2 === 0 ? draft.id : twinId } },
  })),
  deskSales: eachVictim(20, ({ twinId }, { mallory }) => ({
    ...{ token: mallory.token, params: { deal: twinId } },
  })),
  deskDealFigures: eachVictim(4, ({ twinId }, { mallory }) => ({
    ...{ token: mallory.token, params: { deal: twinId } },
  })),
  deskBuyers: ofMallory,
  deskBuyer: ofMallory,
  deskChats: ofMallory,
  deskMessages: ofMallory,
  deskOffers: ofMallory,
  deskRequests: ofMallory,
  deskOpenHouses: ofMallory,
  deskCampaigns: ofMallory,
  deskAudience: eachVictim(BLASTED, ({ twinId }, { mallory }) => ({
    ...{ token: mallory.token, body: { property_id: twinId, audience: {} } },
  })),
  deskPreviewBlast: eachVictim(4, ({ twinId }, { mallory }) => ({
    ...{ token: mallory.token, body: { property_id: twinId, channel: 'email', message: 'Look' } },
  })),
}

const because = (reason: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, reason]))

export const NOT_ASKED: Readonly<Record<string, string>> = {
  ...because(
    'It is about the caller alone and knows no deals.',
    ...['changePassword', 'checkRecoveryLink', 'checkVerificationCode', 'getCaptcha', 'issueToken', 'login'],
    ...['loginWithToken', 'logout', 'recoverPassword', 'register', 'sendVerificationCode', 'socialLogin'],
    ...['startCodeLogin', 'startSocialLogin', 'statusByEmail', 'attachToAccount', 'changeEmail'],
    ...['confirmEmail', 'deleteAccount', 'endOtherSessions', 'endSession', 'identityLinkToken'],
    ...['listSessions', 'removeAvatar', 'sendActionCode', 'sendConfirmationEmail', 'showSubscription'],
    ...['unsubscribe', 'updateAvatar', 'updatePassword', 'updateProfile', 'addPhone', 'confirmPhone'],
    ...['deletePhone', 'sendPhoneCode', 'togglePhoneOptedIn', 'updatePhone', 'linkCompany'],
    ...['searchCompanies', 'unlinkCompany', 'addPushDevice', 'pushKey', 'removePushDevice'],
    ...['setNotificationPreferences', 'showNotificationPreferences', 'dealDefaults', 'addBillingInfo'],
    ...['completePayment', 'getBillingInfo', 'getPayment', 'getWallet', 'listBillingInfos'],
    ...['removeBillingInfo', 'setDefaultBillingInfo', 'topUpBalance', 'appealForfeit', 'exportTransactions'],
    ...[
      'getCurrentDeposit',
      'listTransactions',
      'payDeposit',
      'requestDepositRefund',
      'downloadProofOfFunds',
    ],
    ...['listProofsOfFunds', 'removeProofOfFunds', 'updateProofOfFunds', 'uploadProofOfFunds'],
    ...['deskLogin', 'deskLogout', 'deskUser', 'deskAddSavedReply', 'deskAssignChat', 'deskChangeSavedReply'],
    ...['deskCompany', 'deskMembers', 'deskRemoveLogo', 'deskRemoveSavedReply', 'deskSaveCompany'],
    ...['deskSavedReplies', 'deskSetRole', 'deskUploadLogo', 'deskImportBuyers', 'deskRemoveBuyer'],
    'deskTagBuyer',
  ),
  ...because(
    'It knows no deals: places, dictionaries, sockets, reviews of people.',
    ...['addressOfCoordinates', 'forgetLocationQueries', 'listLocationQueries', 'pushLocationQuery'],
    ...['queryLocations', 'getConfigs', 'getDictionaries', 'pushUiEvents', 'listParkingTypes'],
    ...['authoriseChannel', 'authoriseUser', 'realtimeSettings', 'addReviewResponse', 'followAccount'],
    ...['getAccountRating', 'listReviewable', 'listReviewsAboutAccount', 'listReviewsAboutCustomer'],
    ...['listWrittenReviews', 'removeReview', 'removeReviewResponse', 'reportReview', 'updateReview'],
    ...['updateReviewResponse', 'writeReview', 'deskRespond', 'deskReviewable', 'deskReviews'],
    'deskWriteReview',
  ),
  ...because(
    'It changes what an endpoint that is asked tells, and answers with no more; leaks.test.ts reads its answer.',
    ...['addGeotag', 'createBuyBox', 'deleteBuyBox', 'listGeotags', 'removeGeotag', 'updateBuyBox'],
    ...['giveMatchFeedback', 'withdrawMatchFeedback', 'hideDeal', 'unhideDeal', 'markFeedSeen'],
    ...['noteDealsVisit', 'readNotifications', 'addSavedSearch', 'changeSavedSearch', 'deleteSavedSearch'],
    ...['lookAtSavedSearch', 'getSearchWebhook', 'removeSearchWebhook', 'renewSearchWebhookSecret'],
    ...['setSearchWebhook', 'testSearchWebhook', 'markTextMessagesRead', 'sendTextMessage', 'deskMarkRead'],
    ...['deskReply', 'reportProperty', 'saveDealNotes', 'addFavourite', 'labelFavourite', 'removeFavourite'],
    ...['sendInquiry', 'giveVisitFeedback', 'registerForOpenHouse', 'unregisterFromOpenHouse', 'buyerStep'],
    ...['confirmOffer', 'createOffer', 'getOffer', 'removeDraftOffer', 'updateOffer'],
    ...['downloadCorporateDocument', 'removeCorporateDocument', 'uploadCorporateDocument'],
  ),
  ...because(
    'It is for the seller of the deal, who knows the address; another seller is refused (authorisation.test.ts).',
    ...['deskAddOpenHouse', 'deskCancelOpenHouse', 'deskChangeOpenHouse', 'deskDecideRequest'],
    ...['deskSetDealStatus', 'deskCreateDeal', 'deskDeleteDraft', 'deskPickSales', 'deskPublishDeal'],
    ...['deskSaveDeal', 'deskAddDocument', 'deskAddImage', 'deskAddVideo', 'deskArrangeImages'],
    ...['deskCaptionImage', 'deskChangeDocument', 'deskRemoveDocument', 'deskRemoveImage', 'deskRemoveVideo'],
    ...['deskBlast', 'deskCampaign', 'deskCancelCampaign', 'deskDigest', 'deskTestBlast'],
    ...['deskAskForDocuments', 'deskMoveOffer', 'deskOffer', 'deskOfferStep'],
  ),
  ...because(
    'It is for the staff of the marketplace, who may know every address.',
    ...['adminAudit', 'adminLogin', 'adminLogout', 'adminSetSetting', 'adminSettings', 'adminAdjust'],
    ...['adminDecideForfeit', 'adminDeposits', 'adminLedger', 'adminLedgerTotals', 'adminProposeForfeit'],
    ...['adminRefundDeposit', 'adminAccounts', 'adminCustomers', 'adminDecideIdentity', 'adminDecideReport'],
    ...['adminDuplicates', 'adminProofs', 'adminReports', 'adminReviewProof', 'adminSuspendAccount'],
    'adminViewAs',
  ),
}

/** The call as it is sent; each from a network of its own, because one is answered only so many. */
export function callOf(name: string, ask: Ask) {
  const { endpoint } = ENDPOINTS.find((one) => one.endpoint.name === name) ?? {}
  if (!endpoint) throw new Error(`The contract has no ${name}.`)
  const path = pathsOf(endpoint as Endpoint)[0] ?? ''
  const url = path.replace(/\{(\w+)\}/g, (_all, param: string) => String(ask.params?.[param]))
  return { method: endpoint.method, url: ask.query ? `${url}?${ask.query}` : url }
}
