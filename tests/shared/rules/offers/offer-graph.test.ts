/** The graph of an offer's life: where each side can lead it, and what can never happen. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OFFER_MOVES, OFFER_SIDES, OFFER_STATES, type OfferState } from '#shared/contract/offers.ts'
import {
  ACTIVE_STATES,
  FINAL_STATES,
  isActive,
  movesOf,
  nextState,
  OFFER_EDGES,
  TAKEN_STATES,
  turnOf,
} from '#shared/rules/offers/offer-graph.ts'

const isIn = (states: readonly OfferState[], state: OfferState) => states.includes(state)

describe('the graph of an offer', () => {
  test.each([
    { from: 'submitted', by: 'seller', move: 'counter', to: 'countered' },
    { from: 'countered', by: 'buyer', move: 'counter', to: 'countered_by_buyer' },
    { from: 'countered_by_buyer', by: 'seller', move: 'accept', to: 'accepted' },
    { from: 'countered', by: 'buyer', move: 'accept', to: 'accepted' },
    { from: 'accepted', by: 'buyer', move: 'confirm', to: 'confirmed' },
    { from: 'confirmed', by: 'seller', move: 'sign', to: 'under_contract' },
    { from: 'under_contract', by: 'seller', move: 'close', to: 'closed' },
    { from: 'confirmed', by: 'buyer', move: 'request_release', to: 'confirmed' },
    { from: 'accepted', by: 'system', move: 'expire', to: 'expired' },
    { from: 'expired', by: 'buyer', move: 'resend', to: 'submitted' },
    { from: 'submitted', by: 'buyer', move: 'accept', to: null },
    { from: 'countered', by: 'seller', move: 'accept', to: null },
    { from: 'confirmed', by: 'buyer', move: 'withdraw', to: null },
    { from: 'confirmed', by: 'system', move: 'expire', to: null },
    { from: 'closed', by: 'seller', move: 'fall_through', to: null },
  ] as const)('$by: $move from $from leads to $to', ({ from, by, move, to }) => {
    expect(nextState(from, by, move)).toBe(to)
  })

  test('has one way for each move of a side in a state', () => {
    const names = OFFER_EDGES.flatMap(({ by, move, from }) => from.map((state) => `${by} ${move} ${state}`))
    expect(new Set(names).size).toBe(names.length)
  })

  test('leads out of every state but the final ones, and into every state but a draft', () => {
    const left = new Set(OFFER_EDGES.flatMap(({ from, to }) => (to === null ? [] : from)))
    const reached = new Set(OFFER_EDGES.flatMap(({ to }) => to ?? []))
    expect(OFFER_STATES.filter((state) => !left.has(state))).toEqual([
      'rejected',
      'withdrawn',
      'closed',
      'fell_through',
    ])
    expect(OFFER_STATES.filter((state) => !reached.has(state))).toEqual(['draft'])
  })

  test('lets whoever’s turn it is do something, and counts every state once', () => {
    for (const state of OFFER_STATES) {
      const turn = turnOf(state)
      if (turn) expect(movesOf(state, turn)).not.toEqual([])
      const groups = [state === 'draft', isActive(state), isIn(FINAL_STATES, state)]
      expect(groups.filter(Boolean)).toHaveLength(1)
      if (isIn(TAKEN_STATES, state)) expect(isIn(ACTIVE_STATES, state)).toBe(true)
    }
  })

  test('never leads anywhere by a random walk but along its edges, and never out of an end', () => {
    const asked = fc.tuple(fc.constantFrom(...OFFER_SIDES), fc.constantFrom(...OFFER_MOVES))
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 60 }), (walk) => {
        let state: OfferState = 'draft'
        for (const [by, move] of walk) {
          const to = nextState(state, by, move)
          expect(to !== null).toBe(movesOf(state, by).includes(move))
          if (isIn(['rejected', 'withdrawn', 'closed', 'fell_through'], state)) expect(to).toBeNull()
          state = to ?? state
        }
      }),
    )
  })
})
