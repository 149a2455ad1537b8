import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Gazetteer, loadGazetteer } from '#server/providers/places/gazetteer/gazetteer.ts'
import { LOCATION_RESULTS_MAX } from '#shared/contract/limits.ts'
import { locationOption } from '#shared/contract/places.ts'

let gazetteer: Gazetteer
beforeAll(async () => {
  gazetteer = await loadGazetteer()
})

const labels = (text: string) => gazetteer.suggest(text).map((option) => option.label)
const around = (lat: number, lng: number) => gazetteer.at(lat, lng).map((option) => option.label)

describe('suggesting places', () => {
  it.each([
    ['harris', 'Harris County, TX'],
    ['houston', 'Houston, TX'],
    ['fort b', 'Fort Bend County, TX'],
    ['ft worth', 'Fort Worth, TX'],
    ['saint louis county, mo', 'St. Louis County, MO'],
    ['galveston, tx', 'Galveston, TX'],
    ['springfield illinois', 'Springfield, IL'],
    ['orleans', 'Orleans Parish, LA'],
    ['texas', 'Texas'],
    ['tx', 'Texas'],
    ['washington, dc', 'Washington, DC'],
    ['brooklyn', 'Brooklyn, New York City, NY'],
    ['hyde park', 'Hyde Park, Chicago, IL'],
    ['77035', '77035, Houston, TX'],
    ['bend', 'Bend, OR'],
    ['77035, Houston, TX', '77035, Houston, TX'],
    ['Hyde Park, Chicago', 'Hyde Park, Chicago, IL'],
    ['Bayamon, Cidra Municipio, PR', 'Bayamon, Cidra Municipio, PR'],
    ['412 Live Oak St, Waco, TX 76701', '76701, Waco, TX'],
    ['412 Live Oak St, Waco, TX', 'Waco, TX'],
    ['412 Live Oak St, Apt 4, Wac', 'Waco, TX'],
    ['412 live oak st waco tx', 'Waco, TX'],
    ['1200 N 5th St St. Louis Missouri', 'St. Louis, MO'],
    ['9 W 24th Ave, Brooklyn, NY 11214-1203', '11214, Brooklyn, NY'],
  ])('%s gives %s first', (typed, first) => {
    expect(labels(typed)[0]).toBe(first)
  })

  it.each(['bayamon', 'Bayamón', 'BAYAMÓN, pr'])('%s finds the municipio and the city', (typed) => {
    expect(labels(typed).slice(0, 2).sort()).toEqual(['Bayamón Municipio, PR', 'Bayamón, PR'])
  })

  it('a part of a ZIP lists the ZIPs that begin so, in order', () => {
    expect(gazetteer.suggest('7703').map((option) => option.value.placeId)).toEqual(
      ['77030', '77031', '77032', '77033', '77034', '77035', '77036', '77037'].map((zip) => `gaz:zip:${zip}`),
    )
  })

  it('an empty or meaningless text finds nothing', () => {
    for (const text of ['', '  ', '…', 'qqqqqq', '412 Live Oak St', '412 Live Oak St,'])
      expect(gazetteer.suggest(text)).toEqual([])
  })

  it('two towns of one name in a state are told apart by their county', () => {
    const namesakes = labels('bayamon').filter((label) => label.startsWith('Bayamon,'))
    expect(namesakes).toEqual(['Bayamon, Cidra Municipio, PR'])
  })

  it('whatever is typed, there are at most eight, no two alike, each in the form of the contract', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('s', 'new', 'san ', '7', 'st')),
        (text) => {
          const options = gazetteer.suggest(text)
          expect(options.length).toBeLessThanOrEqual(LOCATION_RESULTS_MAX)
          expect(new Set(options.map((option) => option.value.placeId)).size).toBe(options.length)
          for (const option of options) expect(() => locationOption.parse(option)).not.toThrow()
        },
      ),
    )
  })

  it('every letter typed of a county keeps it, until another is larger', () => {
    for (const typed of ['fort be', 'fort bend', 'Fort Bend Cou', 'fort bend county, tx'])
      expect(labels(typed)[0]).toBe('Fort Bend County, TX')
  })
})

describe('a native place', () => {
  it('says what it is, where it lies and what it lies in', () => {
    const [houston] = gazetteer.suggest('houston')
    expect(houston?.value.place).toMatchObject({
      place_id: 'gaz:city:4699066',
      formatted_address: 'Houston, TX',
      types: ['locality', 'political'],
      within: ['gaz:state:TX', 'gaz:county:48201'],
    })
    const bounds = houston?.value.place.geometry.bounds
    expect(bounds?.south).toBeLessThan(29.65)
    expect(bounds?.north).toBeGreaterThan(29.9)
  })

  it('a ZIP lies in its city, county and state', () => {
    expect(gazetteer.suggest('77045')[0]?.value.place.within).toEqual([
      'gaz:state:TX',
      'gaz:county:48201',
      'gaz:city:4699066',
    ])
  })

  it('a box over the 180th meridian has its west east of its east', () => {
    const bounds = gazetteer.suggest('alaska')[0]?.value.place.geometry.bounds
    expect(bounds?.west).toBeGreaterThan(170)
    expect(bounds?.east).toBeLessThan(-129)
  })

  it('knows the states with DC and Puerto Rico, its 78 municipios, and no other territory', () => {
    expect(gazetteer.counts.state).toBe(52)
    const municipios = Array.from({ length: 153 }, (_, n) =>
      gazetteer.county(`72${String(n + 1).padStart(3, '0')}`),
    )
    expect(municipios.filter(Boolean)).toHaveLength(78)
    expect(labels('guam')).not.toContain('Guam')
    expect(gazetteer.county('66010')).toBeNull()
  })
})

describe('where a point lies', () => {
  it.each([
    ['south Houston', 29.6518, -95.4854, ['Houston, TX', 'Harris County, TX', 'Texas']],
    [
      'Miami Beach, outside of the rough outline',
      25.79,
      -80.13,
      ['Miami Beach, FL', 'Miami-Dade County, FL', 'Florida'],
    ],
    ['Bayamón', 18.39, -66.15, ['Bayamón, PR', 'Bayamón Municipio, PR', 'Puerto Rico']],
    ['Attu, beyond the 180th meridian', 52.9, 172.9, ['Aleutians West Census Area, AK', 'Alaska']],
    ['Windsor, across the river from Detroit', 42.3149, -83.0364, []],
    ['Tijuana', 32.53, -117.03, []],
    ['Paris', 48.85, 2.35, []],
    ['the Gulf', 27.5, -92, []],
  ])('%s', (_where, lat, lng, expected) => {
    expect(around(lat, lng)).toEqual(expected)
  })

  it('is never told finer than the city', () => {
    const types = gazetteer.at(29.6518, -95.4854).map((option) => option.value.place.types[0])
    expect(types).toEqual(['locality', 'administrative_area_level_2', 'administrative_area_level_1'])
  })
})
