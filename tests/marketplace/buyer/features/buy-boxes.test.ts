import { describe, expect, test, vi } from 'vitest'
import { createBuyBoxes } from '#marketplace/buyer/features/buy-box/buy-boxes-model.ts'
import { criterionOf, criterionText, draftOf } from '#marketplace/buyer/features/buy-box/criterion-labels.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { REDIAL_DELAYS_MS } from '#shared/contract/realtime-limits.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const PRICE: CriterionWire = {
  key: 'price',
  min: 92_000,
  max: 168_000,
  any_of: null,
  is_hard: false,
  is_locked: false,
  source: 'learned',
  evidence: '14 purchases since 2023',
}
const tag = (id: number) => ({
  id,
  geotag_id: id,
  geotag: { id, name_formated: `Place ${id}` },
  buy_box_id: 1,
})
const box = (over = {}) => ({
  id: 1,
  name: 'My buy box',
  mode: 'manual',
  is_paused: false,
  notify: 'daily',
  criteria: [PRICE],
  geotags: [tag(5)],
  created_at: '2026-06-01T00:00:00Z',
  ...over,
})
const entity = { id: 9, name: 'Oak Street LLC', state: 'TX' }
const denied = refused(403, '')

/** The entities are asked for first, then the boxes. */
function setUp(entities: Scripted, boxes: Scripted, later: Scripted[] = []) {
  const first = scriptedApi([entities, boxes, ...later])
  const onLess = vi.fn()
  const log = { warn: vi.fn(), error: vi.fn() }
  const clock = createFakeClock()
  return {
    model: createBuyBoxes({ api: first.api, clock, log, onLess }),
    calls: first.calls,
    clock,
    onLess,
    log,
  }
}

async function ready(...later: Scripted[]) {
  const all = setUp({ entities: [entity] }, { data: [box()] }, later)
  await all.model.load()
  const { value } = all.model.boxes
  const first = value.phase === 'ready' ? value.value[0] : undefined
  if (!first) throw new Error('no box')
  return { ...all, first }
}

describe('loading', () => {
  test('entities and boxes are there, and what a set-up rests on is counted', async () => {
    const { model } = await ready()
    expect(model.entities.value).toMatchObject({ phase: 'ready', value: [{ name: 'Oak Street LLC' }] })
    expect(model.rests.value).toBe(2)
  })

  test('when one of the two fails the other still shows; again loads both', async () => {
    const again = [{ entities: [] }, { data: [box()] }]
    const { model } = setUp({ entities: [] }, denied, again)
    await model.load()
    expect([model.entities.value.phase, model.boxes.value.phase]).toEqual(['ready', 'failed'])
    await model.load()
    expect(model.boxes.value.phase).toBe('ready')
  })

  test('what could not be loaded is asked for again, and says so meanwhile; a refusal is not', async () => {
    const { model, clock, calls } = setUp(OFFLINE, denied, [{ entities: [entity] }, denied])
    await model.load()
    clock.advance(REDIAL_DELAYS_MS[0])
    expect(model.entities.value.phase).toBe('failed')
    await vi.waitFor(() => expect(model.entities.value.phase).toBe('ready'))
    expect(model.boxes.value.phase).toBe('failed')
    clock.advance(60_000)
    expect(calls).toHaveLength(4)
  })

  test('what an earlier load brings late is left out', async () => {
    let late = (_answer: Scripted) => {}
    const held = new Promise<Scripted>((answer) => {
      late = answer
    })
    const { api } = scriptedApi([{ entities: [] }, held, { entities: [entity] }, { data: [box()] }])
    const model = createBuyBoxes({
      api,
      clock: createFakeClock(),
      log: { warn: vi.fn(), error: vi.fn() },
      onLess: vi.fn(),
    })
    const earlier = model.load()
    await model.load()
    late({ data: [] })
    await earlier
    expect(model.rests.value).toBe(2)
  })

  test('a later load that fails leaves what is on screen', async () => {
    const { model, log } = await ready(denied, denied)
    await model.load()
    expect([model.entities.value.phase, model.boxes.value.phase]).toEqual(['ready', 'ready'])
    expect(log.warn).toHaveBeenCalledTimes(2)
  })
})

describe('changing', () => {
  test('a criterion takes the place of the one with its key', async () => {
    const dearer = { ...PRICE, max: 200_000 }
    const { first, calls } = await ready({ data: box({ criteria: [dearer] }) })
    expect(await first.setCriterion(dearer)).toBe(true)
    expect(calls.at(-1)).toMatchObject({
      name: 'updateBuyBox',
      body: { criteria: [{ key: 'price', max: 200_000 }] },
    })
    expect(first.box.value.criteria[0]?.max).toBe(200_000)
  })

  test('a change made while another is on the way goes after it and undoes nothing of it', async () => {
    const beds: CriterionWire = { ...PRICE, key: 'beds', min: 3, max: null }
    const { first, calls } = await ready(
      { data: box({ criteria: [PRICE, beds] }) },
      { data: box({ criteria: [beds] }) },
    )
    const both = [first.setCriterion(beds), first.removeCriterion('price')]
    expect(await Promise.all(both)).toEqual([true, true])
    expect(calls.at(-1)?.body).toMatchObject({ criteria: [{ key: 'beds' }] })
    expect(first.isSaving.value).toBe(false)
  })

  test('a change that fails changes nothing and says so', async () => {
    const { first } = await ready(refused(500, 'x'), { entities: [entity] }, { data: [box()] })
    expect(await first.removeCriterion('price')).toBe(false)
    expect(first.box.value.criteria).toHaveLength(1)
    expect(first.problem.value).toBe('This change could not be saved. Try again.')
  })

  test('what the server says about a name is said', async () => {
    const { model } = await ready(refused(422, 'No.', { errors: { name: ['Taken.'] } }))
    expect(await model.create('Flips')).toBe('Taken.')
  })

  test('what was removed although no answer came is removed; what is still there says why', async () => {
    const gone = [refused(504, ''), { entities: [] }, { data: [box()] }]
    const { model } = await ready(...gone)
    expect(await model.unlink(entity)).toBeNull()
    const kept = [refused(504, ''), { entities: [entity] }, { data: [box()] }]
    expect(await (await ready(...kept)).model.unlink(entity)).toMatch(/Oak Street LLC/)
  })

  test('a removed entity is gone; when nothing is left the set-up is asked for', async () => {
    const done = { message: 'Gone.' }
    const { model, onLess } = await ready(done, { entities: [] }, { data: [box({ geotags: [] })] })
    expect(await model.unlink(entity)).toBeNull()
    expect(model.entities.value).toEqual({ phase: 'ready', value: [] })
    expect(onLess).toHaveBeenCalledOnce()
  })

  test('the last target market of all asks for the set-up, one of two does not', async () => {
    const done = { message: 'Removed.' }
    const two = { data: [box({ geotags: [tag(5), tag(6)] })] }
    const { model, onLess } = setUp({ entities: [] }, two, [done, done])
    await model.load()
    const { value } = model.boxes
    const markets = value.phase === 'ready' ? value.value[0]?.markets : undefined
    await markets?.remove('tag-5')
    expect(onLess).not.toHaveBeenCalled()
    await markets?.remove('tag-6')
    expect(onLess).toHaveBeenCalledOnce()
  })
})

describe('criteria in words', () => {
  test.each<[CriterionWire, string]>([
    [PRICE, '$92,000 to $168,000'],
    [{ ...PRICE, min: null }, 'Up to $168,000'],
    [{ ...PRICE, key: 'beds', min: 3, max: null }, 'At least 3'],
    [{ ...PRICE, key: 'arv_percent', min: null, max: 110 }, 'Up to 110%'],
    [{ ...PRICE, key: 'sqft', min: 1200, max: 1200 }, '1,200 sq ft'],
    [{ ...PRICE, key: 'year', min: 1950, max: 1999 }, '1950 to 1999'],
    [{ ...PRICE, key: 'property_types', any_of: ['1', '4'] }, 'Single family, Duplex'],
  ])('%o reads %s', (criterion, text) => {
    expect(criterionText(criterion)).toBe(text)
  })

  test('a form is filled with what is there and gives it back, now made by hand', () => {
    const draft = draftOf('price', PRICE)
    expect(draft).toMatchObject({ min: '92000', max: '168000', isHard: false })
    expect(criterionOf({ ...draft, max: '$185,000' })).toEqual({
      criterion: {
        key: 'price',
        min: 92_000,
        max: 185_000,
        any_of: null,
        is_hard: false,
        is_locked: true,
        source: 'manual',
        evidence: null,
      },
    })
  })

  test.each([
    ['185k', 185_000],
    ['$1.2M', 1_200_000],
    ['92,500', 92_500],
  ])('a price may be written %s', (text, max) => {
    expect(criterionOf({ ...draftOf('price'), max: text })).toMatchObject({ criterion: { max } })
  })

  test.each([
    ['a unit alone', { min: 'k' }, 'min'],
    ['letters', { min: 'cheap' }, 'min'],
    ['nothing at all', {}, 'min'],
    ['a largest below the smallest', { min: '300000', max: '200000' }, 'max'],
  ])('%s is said at its field', (_, over, field) => {
    const made = criterionOf({ ...draftOf('price'), ...over })
    expect('errors' in made ? Object.keys(made.errors) : []).toEqual([field])
  })

  test('a list without a choice is said', () => {
    expect(criterionOf(draftOf('strategy'))).toMatchObject({ errors: { any_of: expect.any(String) } })
  })
})
