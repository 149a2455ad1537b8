import { describe, expect, it } from 'vitest'
import { calendarFile } from '#marketplace/buyer/features/open-houses/calendar-file.ts'
import { phaseOf, placesWords, visitTimes } from '#marketplace/buyer/features/open-houses/visit-labels.ts'
import { type Visit, visitParts } from '#marketplace/buyer/features/open-houses/visit-list.ts'
import { createVisitsModel } from '#marketplace/buyer/features/open-houses/visits-model.ts'
import { listOpenHouses, type OpenHouseWire, registerForOpenHouse } from '#shared/contract/open-houses.ts'
import { createFakeApi } from '#tests/support/fake-api.ts'
import { settled } from '#tests/support/fake-backend.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 1, 16, 0)
const house = (given: Partial<OpenHouseWire> = {}): OpenHouseWire => ({
  id: 7,
  property_id: 1,
  tz: 'America/Chicago',
  registered_count: 0,
  waiting_count: 0,
  start: new Date(START).toISOString(),
  end: new Date(START + HOUR_MS).toISOString(),
  capacity: null,
  access_notes: null,
  host: null,
  cancelled_at: null,
  cancel_reason: null,
  grants_address: false,
  my_state: null,
  my_place: null,
  ...given,
})

const EVENT = {
  uid: 'open-house-7@plat.example',
  startMs: START,
  endMs: START + HOUR_MS,
  madeMs: START - HOUR_MS,
  title: 'Open house, Houston, TX 77020',
  location: '1418 Sumpter Street; back, left',
  description: 'Side gate\nMind the dog, it\\s friendly',
  url: 'https://plat.example/property/1',
}

describe('an open house in a calendar file', () => {
  const lines = calendarFile(EVENT).split('\r\n')

  it('is at its moment in UTC, on either side of the change of clocks', () => {
    expect(lines).toContain('DTSTART:20261101T160000Z')
    expect(lines).toContain('DTEND:20261101T170000Z')
    const summer = calendarFile({ ...EVENT, startMs: Date.UTC(2026, 9, 31, 15, 0) })
    expect(summer).toContain('DTSTART:20261031T150000Z')
  })

  it('escapes what has a meaning in the format', () => {
    expect(lines).toContain('LOCATION:1418 Sumpter Street\\; back\\, left')
    expect(lines).toContain('DESCRIPTION:Side gate\\nMind the dog\\, it\\\\s friendly')
    expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
    expect(lines.at(-2)).toBe('END:VCALENDAR')
  })

  it('folds long lines at 75 octets without tearing a character apart', () => {
    const title = 'Calle José de Diego número ñandú '.repeat(6)
    const folded = calendarFile({ ...EVENT, title })
    for (const line of folded.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(folded.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
    expect(folded).not.toContain('\ufffd')
  })
})

describe('an open house in words', () => {
  it('says the time at the house, and the reader’s own when it is another', () => {
    expect(visitTimes(house(), 'America/Chicago')).toMatchObject({
      day: 'Sunday, November 1',
      times: '10:00 AM to 11:00 AM CST',
      yours: null,
    })
    expect(visitTimes(house(), 'America/Los_Angeles').yours).toBe('8:00 AM to 9:00 AM PST where you are')
    expect(visitTimes(house(), 'Asia/Tokyo').yours).toMatch(/^Monday, November 2, 1:00 AM to 2:00 AM/)
  })

  it('says how many places are left, and nothing when anybody may come', () => {
    expect(placesWords(house())).toBeNull()
    expect(placesWords(house({ capacity: 4, registered_count: 1 }))).toBe('3 of 4 places left')
    expect(placesWords(house({ capacity: 4, registered_count: 4 }))).toBe('Full')
    expect(placesWords(house({ capacity: 4, registered_count: 4, waiting_count: 2 }))).toBe('Full, 2 waiting')
  })

  it('is upcoming while it is on', () => {
    expect(phaseOf(house(), START + HOUR_MS / 2)).toBe('upcoming')
    expect(phaseOf(house(), START + HOUR_MS)).toBe('past')
    expect(phaseOf(house({ cancelled_at: '2026-10-01T00:00:00Z' }), START)).toBe('cancelled')
  })
})

describe('the open houses on a page', () => {
  const registered = house({ my_state: 'registered' })
  const later = house({ my_state: 'registered', registered_count: 1 })

  /** A page whose questions are answered one by one, in any order. */
  function openPage() {
    const asked: ((answer: object) => Promise<void>)[] = []
    const server = createFakeApi()
    const later = () =>
      new Promise<object>((resolve) => {
        asked.push((answer) => {
          resolve(answer)
          return settled()
        })
      })
    server.on(listOpenHouses, later)
    server.on(registerForOpenHouse, later)
    const model = createVisitsModel({
      api: server.api,
      propertyId: 1,
      houses: [house()],
      onAddress: () => {},
    })
    return { model, server, asked, states: () => model.houses.value.map(({ my_state }) => my_state) }
  }

  it('are as the question after a press says, also when an earlier one is answered after the press', async () => {
    const { model, server, asked, states } = openPage()
    void model.refresh()
    await settled()
    void model.register(7)
    await settled()
    await asked[1]?.({ data: { id: 1, state: 'registered' } })
    await asked[0]?.({ data: [house({ my_state: 'waiting' })] })
    expect(states()).toEqual([null])
    await asked[2]?.({ data: [registered] })
    expect(server.names()).toEqual(['listOpenHouses', 'registerForOpenHouse', 'listOpenHouses'])
    expect(states()).toEqual(['registered'])
  })

  it('are asked for again when the page brings others, which may be older than what is known', async () => {
    const { model, asked, states } = openPage()
    const first = [house({ my_state: 'waiting' })]
    model.adopt(first)
    expect([states(), asked.length]).toEqual([['waiting'], 0])
    void model.refresh()
    await settled()
    await asked[0]?.({ data: [registered] })
    model.adopt([house()])
    await settled()
    expect(states()).toEqual(['registered'])
    await asked[1]?.({ data: [later] })
    expect(model.houses.value).toEqual([later])
  })
})

describe('one’s own open houses', () => {
  it('stand in three parts, the next one first', () => {
    const visit = (id: number, inMs: number, state: Visit['state'] = 'registered'): Visit => {
      const [start, end] = [START + inMs, START + inMs + HOUR_MS].map((ms) => new Date(ms).toISOString())
      const open_house = house({ id, start: start ?? '', end: end ?? '' })
      return { id, state, created_at: '2026-10-01T00:00:00Z', open_house }
    }
    const all = [
      visit(1, 9 * HOUR_MS),
      visit(2, -9 * HOUR_MS),
      visit(3, 2 * HOUR_MS, 'waiting'),
      visit(4, HOUR_MS, 'cancelled'),
    ]
    const parts = visitParts(all, START)
    expect(parts.upcoming.map(({ id }) => id)).toEqual([3, 1])
    expect(parts.past.map(({ id }) => id)).toEqual([2])
    expect(parts.cancelled.map(({ id }) => id)).toEqual([4])
  })
})
