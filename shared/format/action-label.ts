/** What a message is besides its words (spec section 3): labels of actions and channels. */

const ACTIONS: Readonly<Record<string, string>> = {
  address_request: 'Address request',
  blast: 'Blast',
  deals_digest: 'Deals digest',
  inquiry: 'Sent an inquiry',
  offer: 'Made an offer',
  // Ours: what became of an offer.
  offer_countered: 'Countered',
  offer_revised: 'Changed the offer',
  offer_accepted: 'Offer accepted',
  offer_declined: 'Offer declined',
  offer_withdrawn: 'Offer withdrawn',
  offer_expired: 'Offer expired',
  offer_confirmed: 'Offer confirmed',
  offer_signed: 'Under contract',
  offer_closed: 'Deal closed',
  offer_fell_through: 'Deal fell through',
  offer_release: 'Asked to be released',
  offer_release_refused: 'Release refused',
  offer_backup: 'Backup offer',
  offer_documents: 'Asked for documents',
}
const STATES: Readonly<Record<string, string>> = {
  pending: 'Pending',
  granted: 'Address granted',
  declined: 'Declined',
}
const CHANNELS: Readonly<Record<string, string>> = { sms: 'SMS', email: 'Email' }

/** Null for a message without an action, or with one nobody has told us of. */
export const actionLabel = (action: string | null): string | null => label(ACTIONS, action)

/** The channel, shown beside a blast only. */
export const channelLabel = (action: string | null, channel: string | null): string | null =>
  action === 'blast' ? label(CHANNELS, channel) : null

/** Where an address request stands. */
export const stateLabel = (state: string | null): string | null => label(STATES, state)

/** The words to show: a blast whose text is just 'Blast' shows its label and card alone (spec section 9). */
export const visibleText = (action: string | null, text: string): string =>
  action === 'blast' && text.trim() === 'Blast' ? '' : text

/** Own properties only, so that an action called `constructor` has no label. */
const label = (labels: Readonly<Record<string, string>>, name: string | null): string | null =>
  name !== null && Object.hasOwn(labels, name) ? (labels[name] ?? null) : null
