/** What deals are closed with: the seeded people's offers, money and files, and what they say of each other. */
import type { Database } from '#server/core/database/open.ts'
import { seedMoney } from './seeded-money/seed-money.ts'
import { seedOffers } from './seeded-offers/seed-offers.ts'
import { seedProofs } from './seeded-proofs/seed-proofs.ts'
import { seedReviews } from './seeded-reviews/seed-reviews.ts'

/** Inside of the transaction that seeds, when deals and conversations are there. */
export async function setUpClosings(db: Database, nowMs: number): Promise<void> {
  await seedProofs(db, nowMs)
  await seedMoney(db, nowMs)
  await seedOffers(db, nowMs)
  await seedReviews(db, nowMs)
}
