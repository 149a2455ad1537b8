import { describe, expect, test } from 'vitest'
import { createDealModel } from '#marketplace/buyer/features/deal/deal-model.ts'
import { createNotesModel } from '#marketplace/buyer/features/deal/notes-model.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { createFakeApi, OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { settled } from '#tests/support/fake-backend.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { propertyWire } from './property-wire.ts'

const found = (given = {}): Scripted => ({ data: propertyWire(given) })
const gone: Scripted = refused(404, '')

function open(id: string | undefined, answers: Scripted[]) {
  const { api, calls } = scriptedApi(answers)
  return { model: createDealModel(api, { id, previewHash: null }), calls }
}

describe('a deal', () => {
  test('that is there is shown as the screens need it', async () => {
    const { model } = open('9', [found()])
    await model.load()
    expect(model.state.value).toMatchObject({
      phase: 'ready',
      deal: {
        id: 9,
        headline: '410 Avenue L',
        place: 'Galveston, TX 77550',
        priceUsd: 232_500,
        score: 0.71,
      },
    })
  })

  test('whose street is hidden has no street', async () => {
    const { model } = open('9', [found({ has_address: false, full_address: 'Galveston, TX 77550' })])
    await model.load()
    expect(model.state.value).toMatchObject({ deal: { headline: 'Address on request', hasAddress: false } })
  })

  test.each([['x'], ['0'], [undefined]])('with the id %s is not found without a call', async (id) => {
    const { model, calls } = open(id, [])
    await model.load()
    expect(model.state.value).toEqual({ phase: 'missing' })
    expect(calls).toEqual([])
  })

  test('that does not exist is not found', async () => {
    const { model } = open('9', [gone])
    await model.load()
    expect(model.state.value).toEqual({ phase: 'missing' })
  })

  test('that goes pending while it is read says so, and shows it', async () => {
    const { model } = open('9', [found(), found({ status: 'pending' })])
    await model.load()
    await model.refresh()
    expect(model.change.value).toEqual({ kind: 'status', status: 'pending' })
    expect(model.state.value).toMatchObject({ deal: { status: 'pending' } })
  })

  test('that disappears while it is read stays on the screen, and says that it is gone', async () => {
    const { model } = open('9', [found(), gone])
    await model.load()
    await model.refresh()
    expect(model.change.value).toEqual({ kind: 'removed' })
    expect(model.state.value).toMatchObject({ phase: 'ready', deal: { id: 9 } })
  })

  test('that cannot be asked for again stays as it is', async () => {
    const { model } = open('9', [found(), OFFLINE])
    await model.load()
    await model.refresh()
    expect(model.change.value).toBeNull()
    expect(model.state.value).toMatchObject({ phase: 'ready' })
  })

  test('that changes while it is asked for is asked for once more', async () => {
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    const { api, on } = createFakeApi()
    const priced = (price: number) => ({ data: propertyWire({ price }) })
    on(showProperty, priced(1), () => late.then(() => priced(2)), priced(3))
    const model = createDealModel(api, { id: '9', previewHash: null })
    await model.load()
    const first = model.refresh()
    await settled()
    const second = model.refresh()
    release()
    await Promise.all([first, second])
    expect(model.state.value).toMatchObject({ deal: { priceUsd: 3 } })
  })

  test('that failed to load again is asked for until the server answers', async () => {
    const clock = createFakeClock()
    const { api } = scriptedApi([found(), OFFLINE, found({ status: 'pending' })])
    const model = createDealModel(api, { id: '9', previewHash: null, clock })
    await model.load()
    await model.refresh()
    clock.advance(1000)
    await expect.poll(() => model.change.value).toEqual({ kind: 'status', status: 'pending' })
  })

  test('that failed to load can be tried again', async () => {
    const { model } = open('9', [OFFLINE, found()])
    await model.load()
    expect(model.state.value).toMatchObject({ phase: 'failed' })
    await model.load()
    expect(model.state.value).toMatchObject({ phase: 'ready' })
  })
})

describe('a note', () => {
  const kept: Scripted = { data: { is_favourite: false, note: '', tags: [] } }

  function write(answers: Scripted[]) {
    const { api, calls } = scriptedApi(answers)
    const clock = createFakeClock()
    return { clock, calls, notes: createNotesModel({ api, clock, propertyId: 9, first: '' }) }
  }

  test('is kept once after a pause in typing', async () => {
    const { notes, clock, calls } = write([kept])
    notes.type('Call')
    clock.advance(300)
    notes.type('Call Nora')
    expect(notes.state.value).toBe('dirty')
    clock.advance(800)
    await expect.poll(() => notes.state.value).toBe('saved')
    expect(calls).toHaveLength(1)
  })

  test('that could not be kept stays in the box and is tried again when asked', async () => {
    const { notes } = write([OFFLINE, kept])
    notes.type('Call Nora')
    await notes.flush()
    expect(notes.state.value).toBe('failed')
    expect(notes.note.value).toBe('Call Nora')
    await notes.flush()
    expect(notes.state.value).toBe('saved')
  })

  test('that could not be kept is tried again by itself, also after the page was left; a refusal is not', async () => {
    const { notes, clock, calls } = write([OFFLINE, OFFLINE, kept])
    notes.type('Call Nora')
    await notes.flush()
    clock.advance(10_000)
    await expect.poll(() => calls.length).toBe(2)
    await expect.poll(() => notes.state.value).toBe('failed')
    clock.advance(60_000)
    await expect.poll(() => notes.state.value).toBe('saved')
    expect(calls.at(-1)?.body).toEqual({ note: 'Call Nora' })

    const denied = write([refused(422, '')])
    denied.notes.type('Call Nora')
    await denied.notes.flush()
    expect(denied.clock.timers).toBe(0)
  })

  test('is taken over from the server, but never over what is being written', () => {
    const { notes } = write([])
    notes.adopt('Roof is new')
    expect(notes.note.value).toBe('Roof is new')
    notes.type('Roof is old')
    notes.adopt('Roof is new')
    expect(notes.note.value).toBe('Roof is old')
  })

  test('that was not touched is not sent when the page is left', async () => {
    const { notes, calls } = write([])
    await notes.flush()
    await settled()
    expect(calls).toEqual([])
  })
})
