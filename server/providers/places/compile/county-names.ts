/** What a county is called in full. The outlines carry the bare name; what follows it depends on the state. */

const FIRST_INDEPENDENT_CITY = 510
const STATES_WITH_INDEPENDENT_CITIES = new Set(['24', '29', '32', '51'])

const ALASKA: Readonly<Record<string, string>> = {
  '02016': 'Census Area',
  '02020': 'Municipality',
  '02050': 'Census Area',
  '02070': 'Census Area',
  '02105': 'Census Area',
  '02110': 'City and Borough',
  '02158': 'Census Area',
  '02180': 'Census Area',
  '02198': 'Census Area',
  '02220': 'City and Borough',
  '02240': 'Census Area',
  '02261': 'Census Area',
  '02275': 'City and Borough',
  '02282': 'City and Borough',
  '02290': 'Census Area',
}

/** `Harris County`, `Orleans Parish`, `Bayamón Municipio`; independent cities as the Census writes them, `Alexandria city`. */
export function countyName(fips: string, bare: string): string {
  const state = fips.slice(0, 2)
  if (isIndependentCity(fips)) return bare.endsWith('City') ? `${bare} (county)` : `${bare} city`
  if (state === '22') return `${bare} Parish`
  if (state === '72') return `${bare} Municipio`
  if (state === '02') return `${bare} ${ALASKA[fips] ?? 'Borough'}`
  return `${bare} County`
}

const isIndependentCity = (fips: string) =>
  STATES_WITH_INDEPENDENT_CITIES.has(fips.slice(0, 2)) && Number(fips.slice(2)) >= FIRST_INDEPENDENT_CITY
