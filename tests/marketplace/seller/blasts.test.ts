/** How a deal fits a buyer, and a blast that is being written in the seller app: the number on its button, what keeps it from going, and when it goes. */
import { describe, expect, it } from 'vitest'
import { type BlastFields, createBlastDraft, maySend } from '#marketplace/seller/blasts/blast-draft.ts'
import { filterWords, stateWords } from '#marketplace/seller/blasts/blast-labels.ts'
import { createBlastRows } from '#marketplace/seller/blasts/blast-rows.ts'
import { fitWords } from '#marketplace/seller/buyers/fit-labels.ts'
import {
  sellerAudience,
  sellerBlast,
  sellerCampaign,
  sellerDigest,
  sellerPreviewBlast,
  sellerResendCampaign,
} from '#shared/contract/campaigns.ts'
import { shortReason } from '#shared/rules/matching/match-labels.ts'
import type { DealMatch } from '#shared/rules/matching/score.ts'
import { createFakeApi, keyOf, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

/** Counts three for a deal, and a hundred for everybody. */
function setUp(first: Partial<BlastFields> = { propertyId: 5 }) {
  const clock = createFakeClock(Date.parse('2026-03-05T12:00:30'))
  const server = createFakeApi()
  server.on(sellerPreviewBlast, {})
  server.on(sellerBlast, { data: { id: 9 } })
  server.on(sellerDigest, { data: { id: 9 } })
  server.on(sellerAudience, ({ body }) => ({
    data: { reachable: body.audience.deal_id === undefined ? 100 : 3 },
  }))
  const draft = createBlastDraft(server.api, clock, first)
  const counted = async () => {
    clock.advance(300)
    await expect.poll(() => draft.reach.value !== null || draft.isUncounted.value).toBe(true)
    return draft.reach.value?.reachable ?? null
  }
  return { draft, server, counted }
}

it.each([
  [{ isMatch: true, fitsAll: true, misses: [], parts: [] }, 'Fits their buy box'],
  [{ isMatch: false, misses: [{ key: 'price' }], parts: [] }, 'Misses price'],
])('how a deal fits a buyer is said of them, not to them: %#', (match, words) => {
  expect(fitWords(shortReason(match as unknown as DealMatch))).toBe(words)
})

describe('a blast that is written', () => {
  it('says no number while its new audience is counted, so that nobody sends to a hundred what says three', async () => {
    const { draft, counted } = setUp()
    expect(await counted()).toBe(3)
    draft.set({ message: 'New in Waco' })
    expect(draft.reach.value?.reachable).toBe(3)
    draft.set({ isForMatches: false })
    expect(draft.reach.value).toBeNull()
    expect(await counted()).toBe(100)
  })

  it('keeps what was refused while its audience is still counted, until something is changed', async () => {
    const { draft, server, counted } = setUp()
    await counted()
    draft.set({ isForMatches: false })
    server.on(sellerBlast, refused(422, 'No.', { errors: { message: ['Write less.'] } }))
    expect(await draft.send()).toBeNull()
    await counted()
    expect(draft.errors.value.fields).toEqual({ message: 'Write less.' })
    draft.set({ message: 'Less' })
    expect(draft.errors.value.fields).toEqual({})
  })

  it('says so when it could not be counted, and counts again when asked', async () => {
    const { draft, server, counted } = setUp()
    await counted()
    server.failure = OFFLINE
    draft.set({ tags: ['cash'] })
    expect(await counted()).toBeNull()
    expect([draft.isUncounted.value, draft.errors.value.message]).toEqual([true, null])
    server.failure = null
    draft.set({})
    expect(draft.isUncounted.value).toBe(false)
    await expect.poll(counted).toBe(3)
  })

  it('goes at no time that is past: it would go at once', async () => {
    const { draft, server } = setUp()
    draft.set({ sendAt: '2026-03-04T12:00' })
    expect(await draft.send()).toBeNull()
    expect([server.of(sellerBlast), draft.errors.value.fields.send_at]).toEqual([
      [],
      expect.stringMatching(/^This time is past/),
    ])
    // The minute that it is now is not past.
    draft.set({ sendAt: '2026-03-05T12:00' })
    expect(await draft.send()).toBe(9)
  })

  it('without an answer goes out again under its key, and with other words under another', async () => {
    const { draft, server } = setUp({ message: 'New in Waco' })
    server.failure = OFFLINE
    expect(await draft.send()).toBeNull()
    server.failure = null
    await Promise.all([draft.send(), draft.send()])
    draft.set({ message: 'Sold' })
    await draft.send()
    const [first, again, twice, other] = server.of(sellerBlast).map(keyOf)
    expect(first).toMatch(/^[\w-]{1,64}$/)
    expect([again, twice]).toEqual([first, first])
    expect(other).toMatch(/^[\w-]{1,64}$/)
    expect(other).not.toBe(first)
  })

  it('is a digest of deals to whom it is for, and has at least one', async () => {
    const { draft, server, counted } = setUp({ kind: 'deals_digest' })
    expect([await counted(), maySend(draft.fields.value)]).toEqual([100, false])
    draft.set({ propertyIds: [7, 3], message: 'Two in Waco', tags: ['cash'] })
    expect(maySend(draft.fields.value)).toBe(true)
    expect(await draft.send()).toBe(9)
    expect(server.of(sellerDigest).map(({ body }) => body)).toEqual([
      { property_ids: [7, 3], message: 'Two in Waco', audience: { tags: ['cash'] } },
    ])
  })

  it.each(['cash buyers', 'https://plat.example/deals'])('reads no filter in “%s”', (text) => {
    const { words, problems } = filterWords(text)
    expect([words, problems.length]).toEqual([[], 1])
  })
})

describe('a blast that could not be sent to everybody', () => {
  const blast = (state: 'sending' | 'sent', failed: number) => ({
    data: { id: 9, state, stats: { audience: 3, sent: 3 - failed, failed } },
  })

  it('says how many copies failed, and updates from the retry until everything is sent', async () => {
    const clock = createFakeClock(Date.parse('2026-03-05T12:00:30'))
    const server = createFakeApi()
    server.on(sellerCampaign, blast('sent', 1))
    server.on(sellerResendCampaign, blast('sending', 0))
    const rows = createBlastRows(server.api, clock)
    const end = rows.follow(9)
    await expect.poll(() => rows.open.value?.stats.failed).toBe(1)
    expect(rows.open.value && stateWords(rows.open.value, String)).toBe('Sent to 2 buyers, 1 failed')
    clock.advance(60_000)
    expect(server.names()).toEqual(['sellerCampaign'])

    await rows.sendAgain(9)
    expect(rows.open.value?.state).toBe('sending')
    server.on(sellerCampaign, blast('sent', 0))
    await expect
      .poll(() => {
        clock.advance(1500)
        return rows.open.value?.state
      })
      .toBe('sent')
    end()
    const { length } = server.calls
    clock.advance(60_000)
    expect(server.calls).toHaveLength(length)
  })
})

describe('a blast that could not be loaded', () => {
  it('is loaded at once when asked again, before the next attempt is due', async () => {
    const clock = createFakeClock(Date.parse('2026-03-05T12:00:30'))
    const server = createFakeApi()
    server.failure = OFFLINE
    server.on(sellerCampaign, { data: { id: 9, state: 'sent' } })
    const rows = createBlastRows(server.api, clock)
    const end = rows.follow(9)
    await expect.poll(() => rows.openState.value).toBe('failed')
    expect(rows.open.value).toBeNull()
    server.failure = null
    rows.loadOpen()
    await expect.poll(() => rows.open.value?.id).toBe(9)
    expect(rows.openState.value).toBe('ready')
    end()
  })
})
