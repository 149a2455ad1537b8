/** What every endpoint answers to whom: the whole of the marketplace's permissions on one page. */
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { PASSWORD } from '#tests/support/server.ts'
import { ADMIN_ROWS } from './admin-rows.ts'
import { CAMPAIGN_ROWS } from './campaign-rows.ts'
import { KEY_ROWS } from './key-rows.ts'
import { but, desk, inThread, ofOwner, open, own, owners, type Row, sellers, withWidget } from './kinds.ts'
import { LISTING_ROWS } from './listing-rows.ts'
import { NOTIFICATION_ROWS } from './notification-rows.ts'
import { OFFER_ROWS } from './offer-rows.ts'
import { FUNDS_ROWS } from './proof-of-funds-rows.ts'
import { PLACE } from './roles.ts'
import { SELLER_LOGIN_ROWS } from './seller-login-rows.ts'
import { TWO_STEP_ROWS } from './two-step-rows.ts'

const CODE = '000000'
const NEW = 'plum orbit lantern 7'

/** 422 for the owner means that the call got past the door and was asked for a right code or file. */
export const MATRIX: Readonly<Record<string, Row>> = {
  changePassword: open(422, () => ({
    body: { confirm_hash: 'x', password: NEW, password_confirmation: NEW },
  })),
  checkRecoveryLink: open(200, () => ({ body: { confirm_hash: 'x' } })),
  checkVerificationCode: open(422, ({ owner }) => ({
    body: { action: 'login', customer_id: owner.id, code: CODE },
  })),
  currentUser: withWidget(own(200)),
  getCaptcha: open(200),
  issueToken: own(201),
  login: open(422, ({ owner }) => ({ body: { email: owner.email, password: 'not this one' } })),
  loginWithToken: open(422, () => ({ body: { auth_token: 'x' } })),
  logout: withWidget(own(204)),
  recoverPassword: open(200, ({ owner }) => ({ body: { email: owner.email } })),
  register: open(422, ({ owner }) => ({
    body: { first_name: 'A', last_name: 'B', email: owner.email, password: NEW },
  })),
  sendVerificationCode: open(200, ({ owner }) => ({
    query: { action: 'login', customer_id: String(owner.id) },
  })),
  socialLogin: open(422, () => ({ body: { network: 'none', token: 'x' } })),
  startCodeLogin: open(200, ({ owner }) => ({ body: { email: owner.email } })),
  startSocialLogin: open(404, () => ({ params: { network: 'none' } })),
  statusByEmail: open(200, ({ owner }) => ({ body: { email: owner.email } })),

  attachToAccount: own(200, ({ accountId }) => ({ body: { attach_account_id: accountId } })),
  changeEmail: owners(422, (scene) => ({
    params: ofOwner(scene),
    body: { email: `taken-over-${scene.owner.email}`, code: CODE },
  })),
  // Theirs is confirmed already.
  confirmEmail: own(200, () => ({ body: { code: CODE } })),
  deleteAccount: but(
    own(200, ({ owner }) => ({ body: { confirmation: owner.email, password: PASSWORD } })),
    { other: 422 },
  ),
  endOtherSessions: own(200),
  endSession: owners(200, ({ sessionId }) => ({ params: { session: sessionId } })),
  exportArchive: own(200),
  exportData: own(200),
  identityLinkToken: own(200),
  listSessions: own(200),
  removeAvatar: own(200),
  sendActionCode: owners(200, (scene) => ({ params: { ...ofOwner(scene), channel: 'email' } })),
  sendConfirmationEmail: own(200),
  showConfirmation: open(422, () => ({ body: { token: 'none' } })),
  answerConfirmation: open(422, () => ({ body: { token: 'none', channels: [] } })),
  showSubscription: open(200, (scene) => ({ body: { token: scene.unsubscribeToken } })),
  // Without a token: a stranger is asked for an e-mail, a customer stops their own mails.
  unsubscribe: but(
    open(422, () => ({ body: {} })),
    { other: 200, owner: 200 },
  ),
  updateAvatar: own(422),
  updatePassword: own(200, () => ({
    body: { current_password: PASSWORD, password: NEW, password_confirmation: NEW },
  })),
  acceptTerms: own(200, () => ({ body: { terms_version: TERMS_VERSION } })),
  updateProfile: own(200, () => ({ body: { company: 'Somebody Inc' } })),

  addPhone: own(201, () => ({ body: { phone: '(713) 284-9999' } })),
  confirmPhone: owners(422, (scene) => ({
    params: { ...ofOwner(scene), phone: scene.phoneId },
    body: { code: CODE },
  })),
  deletePhone: owners(200, ({ phoneId }) => ({ params: { phone: phoneId } })),
  sendPhoneCode: owners(200, (scene) => ({ params: { ...ofOwner(scene), phone: scene.phoneId } })),
  togglePhoneOptedIn: owners(200, ({ phoneId }) => ({ body: { entity_phone_id: phoneId, checked: true } })),
  updatePhone: owners(200, ({ phoneId }) => ({ params: { phone: phoneId }, body: { sms_default: true } })),

  // A box in a body is a field that is not valid, whether it is another's or nobody's.
  addGeotag: but(
    owners(201, ({ boxId }) => ({ body: { status: 'OK', results: [PLACE], buy_box_id: boxId } })),
    { other: 422 },
  ),
  createBuyBox: own(201, () => ({ body: { name: 'Another box' } })),
  deleteBuyBox: owners(200, ({ boxId }) => ({ params: { box: boxId } })),
  getSmartBuyBox: own(200),
  linkCompany: own(200, ({ companyId }) => ({ params: { company: companyId } })),
  listBuyBoxes: own(200),
  listGeotags: own(200),
  removeGeotag: owners(200, ({ geotagId }) => ({ params: { geotag: geotagId } })),
  searchCompanies: own(200, () => ({ query: { q: 'free' } })),
  unlinkCompany: owners(200, ({ linkedCompanyId }) => ({ params: { company: linkedCompanyId } })),
  updateBuyBox: owners(200, ({ boxId }) => ({ params: { box: boxId }, body: { name: 'Renamed' } })),

  addressOfCoordinates: open(200, () => ({ query: { lat: '29.76', lng: '-95.36' } })),
  listLocationQueries: own(200),
  pushLocationQuery: own(201, () => ({ body: { label: 'Houston, TX', value: 'gaz:place:1' } })),
  queryLocations: open(200, () => ({ query: { q: 'hous' } })),
  forgetLocationQueries: own(200, () => ({ query: { value: 'gaz:place:1' } })),

  getConfigs: open(200),
  getDictionaries: open(200),
  pushUiEvents: open(422, () => ({ body: { events: [] } })),

  listChats: withWidget(owners(200, (scene) => ({ params: ofOwner(scene) }))),
  listTextMessages: withWidget(
    owners(200, (scene) => ({
      params: ofOwner(scene),
      query: { 'filter[account_id]': String(scene.accountId) },
    })),
  ),
  getContact: withWidget(owners(200, inThread)),
  markTextMessagesRead: withWidget(
    owners(200, (scene) => ({
      params: ofOwner(scene),
      body: { is_read: true, text_messages_ids: [scene.messageId] },
    })),
  ),
  sendTextMessage: withWidget(owners(201, (scene) => ({ ...inThread(scene), body: { message: 'Hello' } }))),

  authoriseChannel: {
    answers: { visitor: 401, other: 403, rival: 403, seller: 403, widget: 200, owner: 200 },
    given: ({ owner }) => ({
      body: { socket_id: '1.1', channel_name: `private-App.Models.Customer.${owner.id}` },
    }),
  },
  sellerAuthoriseChannel: sellers(200, 403, ({ accountId }) => ({
    body: { socket_id: '1.1', channel_name: `private-App.Models.Account.${accountId}` },
  })),
  authoriseUser: but(
    open(200, () => ({ body: { socket_id: '1.1' } })),
    { visitor: 401 },
  ),
  realtimeSettings: open(200),

  listMatchFeedback: own(200),
  giveMatchFeedback: own(200, ({ propertyId }) => ({
    params: { property: propertyId },
    body: { reason: 'price' },
  })),
  // What was never said may be taken back too.
  withdrawMatchFeedback: own(200, ({ requestedPropertyId }) => ({
    params: { property: requestedPropertyId },
  })),

  listFeed: own(200),
  // Of a deal that is no match nothing is shown; that it was seen may be kept all the same.
  markFeedSeen: own(200, ({ propertyId }) => ({ body: { property_ids: [propertyId] } })),
  listSeenDeals: own(200),
  setSeenDeals: own(200, () => ({ body: { is_on: true } })),
  listHiddenDeals: own(200),
  noteDealsVisit: own(200),
  hideDeal: own(200, ({ propertyId }) => ({ params: { property: propertyId } })),
  unhideDeal: own(200, ({ propertyId }) => ({ params: { property: propertyId } })),

  listSavedSearches: own(200),
  addSavedSearch: own(201, () => ({ body: { name: 'Cheap', query: 'price=-150000' } })),
  changeSavedSearch: owners(200, ({ searchId }) => ({
    params: { search: searchId },
    body: { name: 'Dear' },
  })),
  lookAtSavedSearch: owners(200, ({ searchId }) => ({ params: { search: searchId } })),
  getSearchWebhook: owners(200, ({ searchId }) => ({ params: { search: searchId } })),
  setSearchWebhook: owners(200, ({ searchId }) => ({
    params: { search: searchId },
    body: { url: 'https://deals.example.com/new' },
  })),
  // There is none to be tried, or to get another secret.
  testSearchWebhook: owners(409, ({ searchId }) => ({ params: { search: searchId } })),
  renewSearchWebhookSecret: owners(409, ({ searchId }) => ({ params: { search: searchId } })),
  removeSearchWebhook: owners(200, ({ searchId }) => ({ params: { search: searchId } })),
  deleteSavedSearch: owners(200, ({ searchId }) => ({ params: { search: searchId } })),

  addFavourite: own(200, ({ propertyId }) => ({ body: { property_id: propertyId } })),
  labelFavourite: owners(200, ({ requestedPropertyId }) => ({
    params: { property: requestedPropertyId },
    body: { labels: ['Flips'] },
  })),
  listFavourites: own(200),
  // One that is none changes nothing.
  removeFavourite: own(204, ({ requestedPropertyId }) => ({ params: { property: requestedPropertyId } })),

  getAddressRequest: own(200, ({ requestedPropertyId }) => ({
    query: { property_id: String(requestedPropertyId), type: 'address_request' },
  })),
  listAddressRequests: own(200),
  sendInquiry: own(200, ({ propertyId }) => ({ body: { property_id: propertyId, type: 'address_request' } })),

  sellerDecideRequest: sellers(200, 404, ({ requestId }) => ({
    params: { request: requestId },
    body: { state: 'granted' },
  })),
  sellerRequests: desk(200),

  sellerBuyer: sellers(200, 404, (scene) => ({ params: ofOwner(scene) })),
  sellerChats: desk(200),
  sellerFindMessages: desk(200, () => ({ query: { q: 'roof' } })),
  sellerMarkRead: sellers(204, 404, (scene) => ({ params: ofOwner(scene) })),
  sellerMessages: sellers(200, 404, (scene) => ({ params: ofOwner(scene) })),
  sellerProperties: desk(200),
  sellerReply: sellers(201, 404, (scene) => ({ params: ofOwner(scene), body: { message: 'Hello' } })),
  dealsOverview: open(200),
  listProperties: open(200),
  listFirstDeals: open(200),
  propertyBounds: open(200),
  sellerSetDealStatus: sellers(200, 404, ({ propertyId }) => ({
    params: { property: propertyId },
    body: { status: 'pending' },
  })),
  showProperty: open(200, ({ propertyId }) => ({ params: { property: propertyId } })),
  propertyNeighborhood: open(200, ({ propertyId }) => ({ params: { property: propertyId } })),
  listParkingTypes: open(200),
  listOpenHouses: open(200, ({ propertyId }) => ({ params: { property: propertyId } })),
  registerForOpenHouse: own(200, ({ openHouseId }) => ({ params: { openHouse: openHouseId }, body: {} })),
  unregisterFromOpenHouse: own(204, ({ openHouseId }) => ({ params: { openHouse: openHouseId } })),
  listRegistrations: own(200),
  giveVisitFeedback: owners(200, ({ openHouseId }) => ({
    params: { openHouse: openHouseId },
    body: { rating: 4 },
  })),
  // Nobody has dealt with anybody yet, so that whoever may write is told so.
  writeReview: owners(409, (scene) => ({
    params: ofOwner(scene),
    body: { account_id: scene.accountId, rating: 4, content: 'A plain and long enough review.' },
  })),
  updateReview: owners(404, (scene) => ({
    params: { ...ofOwner(scene), review: 1 },
    body: { rating: 4, content: 'A plain and long enough review.' },
  })),
  removeReview: owners(404, (scene) => ({ params: { ...ofOwner(scene), review: 1 } })),
  addReviewResponse: owners(404, (scene) => ({
    params: { ...ofOwner(scene), review: 1 },
    body: { content: 'Thank you.' },
  })),
  updateReviewResponse: owners(404, (scene) => ({
    params: { ...ofOwner(scene), review: 1 },
    body: { content: 'Thank you.' },
  })),
  removeReviewResponse: owners(404, (scene) => ({ params: { ...ofOwner(scene), review: 1 } })),
  listReviewsAboutCustomer: owners(200, (scene) => ({ params: ofOwner(scene) })),
  listReviewsAboutAccount: open(200, ({ accountId }) => ({ params: { account: accountId } })),
  listReviewable: owners(200, (scene) => ({ params: ofOwner(scene) })),
  listWrittenReviews: owners(200, (scene) => ({ params: ofOwner(scene) })),
  reportReview: {
    answers: { visitor: 401, other: 404, rival: 404, seller: 404, widget: 403, owner: 404 },
    given: () => ({ params: { review: 1 }, body: { reason: 'spam' } }),
  },
  sellerReviews: desk(200),
  sellerReviewable: desk(200),
  sellerWriteReview: desk(409, ({ owner }) => ({
    body: { customer_id: owner.id, rating: 5, content: 'A plain and long enough review.' },
  })),
  sellerRespond: desk(404, () => ({ params: { review: 1 }, body: { content: 'Thank you.' } })),
  getAccountRating: open(200, ({ accountId }) => ({ params: { account: accountId } })),
  getCompany: open(200, ({ accountId }) => ({ params: { account: accountId } })),
  followAccount: own(200, ({ accountId }) => ({
    params: { account: accountId },
    body: { is_followed: true },
  })),
  sellerOpenHouses: desk(200),
  sellerCancelOpenHouse: sellers(200, 404, ({ openHouseId }) => ({
    params: { openHouse: openHouseId },
    body: {},
  })),
  dealDefaults: own(200),
  // Each keeps a note of their own about the same deal.
  saveDealNotes: own(200, ({ propertyId }) => ({
    params: { property: propertyId },
    body: { note: 'Quiet' },
  })),
  reportProperty: own(201, ({ propertyId }) => ({
    params: { property: propertyId },
    body: { reason: 'duplicate' },
  })),

  sellerCompany: desk(200),
  sellerExport: desk(200),
  sellerClosing: desk(200),
  sellerCloseCompany: desk(422, () => ({ body: { confirmation: 'Another company' } })),
  sellerKeepCompany: desk(200),
  sellerSaveCompany: desk(200, () => ({ body: { about: 'We buy and sell.' } })),
  sellerUploadLogo: desk(422),
  sellerRemoveLogo: desk(200),
  sellerMembers: desk(200),
  // Not a colleague of either account.
  sellerSetRole: desk(404, () => ({ params: { member: 999_999_999 }, body: { role: 'manager' } })),
  sellerAssignChat: sellers(204, 404, (scene) => ({ params: ofOwner(scene), body: { member_id: null } })),
  sellerBlockChat: sellers(204, 404, (scene) => ({ params: ofOwner(scene), body: { is_blocked: false } })),
  sellerSavedReplies: desk(200),
  sellerAddSavedReply: desk(201, () => ({ body: { title: 'Hours', body: 'We answer from 8 to 6.' } })),
  sellerChangeSavedReply: desk(404, () => ({
    params: { reply: 999_999_999 },
    body: { title: 'Hours', body: 'From 8.' },
  })),
  sellerRemoveSavedReply: desk(404, () => ({ params: { reply: 999_999_999 } })),

  // A card, a payment and a deposit of the owner's are in the scene; another's answer as none.
  getCurrentDeposit: owners(200, (scene) => ({ params: ofOwner(scene) })),
  payDeposit: owners(422, (scene) => ({
    params: ofOwner(scene),
    body: { source: 'wallet', expected_amount_cents: 50_000 },
  })),
  requestDepositRefund: owners(200, (scene) => ({ params: { ...ofOwner(scene), deposit: scene.depositId } })),
  appealForfeit: owners(409, (scene) => ({
    params: { ...ofOwner(scene), deposit: scene.depositId },
    body: { text: 'I withdrew in time.' },
  })),
  listTransactions: owners(200, (scene) => ({ params: ofOwner(scene) })),
  exportTransactions: owners(200, (scene) => ({ params: ofOwner(scene) })),
  listWithdrawals: owners(200, (scene) => ({ params: ofOwner(scene) })),
  getWithdrawalRoutes: owners(200, (scene) => ({ params: ofOwner(scene) })),
  withdraw: owners(422, (scene) => ({ params: ofOwner(scene), body: { amount_cents: 5000 } })),
  cancelWithdrawal: owners(404, (scene) => ({ params: { ...ofOwner(scene), withdrawal: 1 } })),
  getWallet: own(200),
  // Without a key that tells one payment from another.
  topUpBalance: own(422, ({ cardId }) => ({ body: { amount_cents: 5000, billing_info_id: cardId } })),
  getPayment: owners(200, ({ paymentId }) => ({ params: { payment: paymentId } })),
  completePayment: owners(200, ({ paymentId }) => ({ params: { payment: paymentId }, body: {} })),
  listBillingInfos: own(200),
  getBillingInfo: owners(200, ({ cardId }) => ({ params: { billingInfo: cardId } })),
  addBillingInfo: own(422, () => ({ body: { token: 'no card' } })),
  setDefaultBillingInfo: owners(200, ({ cardId }) => ({ params: { billingInfo: cardId } })),
  removeBillingInfo: owners(204, ({ cardId }) => ({ params: { billingInfo: cardId } })),

  ...CAMPAIGN_ROWS,
  ...LISTING_ROWS,
  ...FUNDS_ROWS,
  ...NOTIFICATION_ROWS,
  ...OFFER_ROWS,
  ...ADMIN_ROWS,
  ...KEY_ROWS,
  ...SELLER_LOGIN_ROWS,
  ...TWO_STEP_ROWS,
}
