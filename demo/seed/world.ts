/** What the seeded world is made of, before it becomes rows. Keys are names inside the seed; the database gives the ids. */

export interface DemoAccount {
  key: string
  title: string
  /** A file in demo/seed/logos, or null for an account without a logo. */
  logo: string | null
}

/** A seller's person, who can sit in the seller app of one account. */
export interface DemoMember {
  key: string
  name: string
  email: string
  password: string
  account: string
}

/** A buyer; without a password when there is no ready-made login. */
export interface DemoCustomer {
  key: string
  /** First name, a space, last name. */
  name: string
  email: string
  password: string | null
  /** E.164, of a block that nobody is called at. */
  phone: string
  /** False for who has not set anything up: the phone waits for its code, and there are no target markets. */
  isSetUp: boolean
  /** Target markets by their address in markets.ts. */
  markets: readonly string[]
  /** LLCs and trusts of the registry that are linked to a Smart Buy Box. */
  companies: readonly string[]
}

export interface DemoDeal {
  key: string
  account: string
  priceUsd: number
  arvUsd: number | null
  street: string
  city: string
  state: string
  zip: string
  /** False hides the street until the seller tells it. */
  isStreetShown: boolean
  bedrooms: number | null
  bathrooms: number | null
  squareFeet: number | null
  /** A drawing's name in shared/ui/drawings. */
  drawing: string
}

export interface DemoMessage {
  customer: string
  account: string
  /** Told from the seller's side: outbound was sent to the customer. */
  direction: 'inbound' | 'outbound'
  body: string
  sentAtMs: number
  /** Seen by whom it was written to. */
  isRead: boolean
  /** By its name in shared/format/action-label.ts. */
  action: string | null
  channel: 'sms' | 'email' | null
  deal: string | null
  /** The offer whose move it tells, by its key in seeded-offers. */
  offer: string | null
}

export interface World {
  accounts: readonly DemoAccount[]
  members: readonly DemoMember[]
  customers: readonly DemoCustomer[]
  deals: readonly DemoDeal[]
  messages: readonly DemoMessage[]
}
