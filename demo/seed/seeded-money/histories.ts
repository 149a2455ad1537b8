/** What the seeded buyers did with their money, day by day. The latest move of each leaves the balance the pages show. */

export type MoneyMove =
  | { daysAgo: number; what: 'top_up'; cents: number; card: string }
  /** A card said no: a line of the statement, and no money. */
  | { daysAgo: number; what: 'failed_top_up'; cents: number; card: string }
  | { daysAgo: number; what: 'hold' }
  | { daysAgo: number; what: 'refund'; words: string }
  | { daysAgo: number; what: 'fee'; words: string }

export interface SeededCard {
  lastFour: string
  brand: string
  /** From the world's own day on. */
  monthsLeft: number
  isDefault: boolean
}

export interface MoneyHistory {
  customer: string
  cards: readonly SeededCard[]
  moves: readonly MoneyMove[]
}

/** Dana's ends with $2,480.00 in the wallet and $500.00 held. */
export const MONEY_HISTORIES: readonly MoneyHistory[] = [
  {
    customer: 'buyer1',
    cards: [
      { lastFour: '4417', brand: 'Visa', monthsLeft: 26, isDefault: true },
      { lastFour: '0093', brand: 'Mastercard', monthsLeft: 1, isDefault: false },
    ],
    moves: [
      { daysAgo: 29, what: 'top_up', cents: 247_700, card: '4417' },
      { daysAgo: 22, what: 'failed_top_up', cents: 100_000, card: '4417' },
      { daysAgo: 21, what: 'hold' },
      { daysAgo: 13, what: 'fee', words: 'Platform fee for 5510 Rosalie St' },
      { daysAgo: 8, what: 'refund', words: 'Deposit returned to your wallet' },
      { daysAgo: 1, what: 'top_up', cents: 150_000, card: '4417' },
      { daysAgo: 0, what: 'hold' },
    ],
  },
  {
    customer: 'buyer2',
    cards: [{ lastFour: '8210', brand: 'Visa', monthsLeft: 14, isDefault: true }],
    moves: [
      { daysAgo: 40, what: 'top_up', cents: 180_000, card: '8210' },
      { daysAgo: 39, what: 'hold' },
    ],
  },
  ...['priya', 'theo', 'carla', 'wes'].map((customer, index) => ({
    customer,
    cards: [{ lastFour: String(3105 + index * 812), brand: 'Visa', monthsLeft: 20, isDefault: true }],
    moves: [
      { daysAgo: 60 + index, what: 'top_up' as const, cents: 160_000, card: String(3105 + index * 812) },
      { daysAgo: 59 + index, what: 'hold' as const },
    ],
  })),
]
