/** What stays of a box's criteria when the customer edits them, and when a smart box learns anew (BOX-27). */
import { CRITERION_KEYS, type CriterionWire } from '#shared/contract/buy-box.ts'
import type { CriterionKey } from './buy-box.ts'

export interface BoxCriteria {
  criteria: CriterionWire[]
  /** Learned ones the customer took out; they are not learned again until asked for. */
  removed: CriterionKey[]
}

/**
 * The customer's criteria instead of the stored ones. A changed or new one is locked and his; an unchanged one keeps where it
 * came from and its evidence, which are never taken from what was sent. A learned one that was taken out and is sent again
 * (`source: learned`) is asked for: it is left to the next learning.
 */
export function editCriteria(stored: BoxCriteria, given: readonly CriterionWire[]): BoxCriteria {
  const before = new Map(stored.criteria.map((criterion) => [criterion.key, criterion]))
  const criteria = given.flatMap((criterion): CriterionWire[] => {
    const prior = before.get(criterion.key)
    if (prior && isSameWish(prior, criterion))
      return [{ ...prior, is_hard: criterion.is_hard, is_locked: criterion.is_locked }]
    if (!prior && criterion.source === 'learned' && stored.removed.includes(criterion.key)) return []
    return [manual(criterion)]
  })
  const kept = new Set(given.map(({ key }) => key))
  const takenOut = stored.criteria.filter(({ key, source }) => source === 'learned' && !kept.has(key))
  const removed = new Set([...stored.removed, ...takenOut.map(({ key }) => key)])
  return {
    criteria: inOrder(criteria),
    removed: CRITERION_KEYS.filter((key) => removed.has(key) && !kept.has(key)),
  }
}

/** What was learned now, around what is locked or was only ever the customer's own. */
export function mergeLearned(stored: BoxCriteria, learned: readonly CriterionWire[]): CriterionWire[] {
  const now = new Map(learned.map((criterion) => [criterion.key, criterion]))
  const before = new Map(stored.criteria.map((criterion) => [criterion.key, criterion]))
  const kept = stored.criteria.filter(
    ({ key, is_locked, source }) => is_locked || (source === 'manual' && !now.has(key)),
  )
  const keptKeys = new Set(kept.map(({ key }) => key))
  const fresh = learned
    .filter(({ key }) => !keptKeys.has(key) && !stored.removed.includes(key))
    .map((criterion) => ({ ...criterion, is_hard: before.get(criterion.key)?.is_hard ?? criterion.is_hard }))
  return inOrder([...kept, ...fresh])
}

const inOrder = (criteria: readonly CriterionWire[]): CriterionWire[] =>
  criteria.toSorted((a, b) => CRITERION_KEYS.indexOf(a.key) - CRITERION_KEYS.indexOf(b.key))

const manual = ({ key, min, max, any_of, is_hard }: CriterionWire): CriterionWire => ({
  key,
  min: min ?? null,
  max: max ?? null,
  any_of: any_of ?? null,
  is_hard,
  is_locked: true,
  source: 'manual',
  evidence: null,
})

const isSameWish = (a: CriterionWire, b: CriterionWire): boolean =>
  (a.min ?? null) === (b.min ?? null) &&
  (a.max ?? null) === (b.max ?? null) &&
  [...(a.any_of ?? [])].sort().join() === [...(b.any_of ?? [])].sort().join()
