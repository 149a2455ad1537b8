/** How deals match the person who looks: their buy boxes, what they declined, and the scores of all deals. Types only; see create-match-store.ts. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { MatchReason } from '#shared/contract/match-feedback.ts'
import type { DealScores } from '#shared/rules/deals/measures.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { DealMatch } from '#shared/rules/matching/score.ts'
import type { ScoredBox } from '#shared/rules/matching/scored-box.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'
import type { Taste } from '#shared/rules/matching/taste.ts'

/** What is known of somebody who has a buy box. */
export interface MatchProfile {
  /** Those that are not paused and ask for something; at least one. */
  readonly boxes: readonly ScoredBox[]
  readonly taste: Taste
  /** By deal. */
  readonly declined: ReadonlyMap<number, MatchReason>
  matchOf(deal: ScoredDeal): DealMatch
  scoresOf(table: DealTable): DealScores
}

export interface MatchStore {
  /** Null for a visitor, for who has no buy box, and until it is known: then the deals' own scores count. */
  readonly profile: ReadonlySignal<MatchProfile | null>
  /** False until it is known whether this person has a buy box, or cannot be. */
  readonly isSettled: ReadonlySignal<boolean>
  /** True once it is known that this person has no buy box at all, not even a paused one. */
  readonly isWithoutBox: ReadonlySignal<boolean>
  /** Of their boxes, else what the server said of them, else null. */
  readonly scores: ReadonlySignal<DealScores | null>
  /** Asks for boxes and answers. A failure leaves what is known standing. Never rejects. */
  load(): Promise<void>
  /** Says why a deal is of no interest. False when that was not saved; then nothing has changed. */
  decline(propertyId: number, reason: MatchReason): Promise<boolean>
  /** Takes it back. */
  takeBack(propertyId: number): Promise<boolean>
}
