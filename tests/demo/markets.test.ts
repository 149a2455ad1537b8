import { expect, it } from 'vitest'
import { MARKETS } from '#demo/seed/markets.ts'
import { CUSTOMERS } from '#demo/seed/people.ts'
import { createGeocoder } from '#server/providers/places/create-geocoder.ts'

const gazetteer = createGeocoder({ driver: 'gazetteer' })

it.each(MARKETS.map((place) => [place.formatted_address, place] as const))(
  'the market %s is the place that the gazetteer finds first',
  async (name, place) => {
    // A ZIP is looked for by its digits alone.
    const [found] = await gazetteer.query(/^\d{5}/.exec(name)?.[0] ?? name)
    expect(found?.value.place).toEqual(place)
  },
)

it('every market of a buyer is written down', () => {
  const known = new Set(MARKETS.map(({ formatted_address }) => formatted_address))
  const wanted = CUSTOMERS.flatMap(({ markets }) => markets)
  expect(wanted.length).toBeGreaterThan(3)
  expect(wanted.filter((name) => !known.has(name))).toEqual([])
})
