/** One made-up deal as a row of `properties`. Pure: its number, the moment and the towns decide everything. */
import { FACADE_COUNT, FORMS, type Form } from '../art/forms.ts'
import { type Random, seededRandom } from '../random.ts'
import type { Row } from '../rows.ts'
import { makeHouse, TYPE, weighted } from './house.ts'
import { makeMoney } from './money.ts'
import type { Spot, Town } from './towns.ts'
import { ACCESS } from './word-bank.ts'
import { makeDescription, makeTitle, nounOf } from './words.ts'

/** What a deal is made with. */
export interface Making {
  nowMs: number
  seed: number
  pickTown(random: Random): Town
  /** Ids of an account and of one of its persons. */
  pickSeller(random: Random, state: string): { accountId: number; managerId: number }
}

export type DealRow = Row & {
  price: number
  first_price: number
  status: number
  city: string
  state: string
  time_zone: string
  is_street_shown: boolean
  published_at: string
  manager_id: number
}

const DAY_MS = 24 * 60 * 60_000
const SHARES = [78, 12, 10] as const
const SOLD = 2
const HIDDEN = 12
const DAYS_LISTED = 90
const DAYS_OPEN = 150
const DUPLICATE_EVERY = 180
const RULES = ['everyone', 'id_verified', 'proof_of_funds', 'manual'] as const
const RULE_SHARES = [14, 30, 18, 38] as const
const KM_PER_DEGREE = 111.2
const GOLDEN = 0x9e3779b1
const LOWEST = 4500
const STEP = 500

/** `index` counts from 0; a few deals are an earlier one's house, offered by another seller. */
export function makeDeal(index: number, making: Making): DealRow {
  const random = seededRandom(Math.imul(index + 1, GOLDEN) ^ making.seed)
  const place = placeOf(random, making)
  const original = random.between(1, DUPLICATE_EVERY) === 1 && index > 0 ? random.between(0, index - 1) : null
  const row = rowOf(random, making, place)
  if (original === null) return row
  const other = makeDeal(original, making)
  const factor = 0.94 + random.next() * 0.1
  const price = Math.max(LOWEST, Math.round((other.price * factor) / STEP) * STEP)
  return { ...other, ...pick(row, OWN), price, first_price: price, buy_now_price: null }
}

/** What two offers of one house do not share. */
const OWN = [
  'status',
  'published_at',
  'updated_at',
  'expires_at',
  'closing_at',
  'account_id',
  'manager_id',
  'address_rule',
  'earnest_money',
  'access',
] as const

const pick = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))

interface Place {
  town: Town
  spot: Spot
  lat: number
  lng: number
  street: string
}

function placeOf(random: Random, making: Making): Place {
  const town = making.pickTown(random)
  const spot = random.pick(town.spots)
  // The root spreads them evenly over the circle.
  const km = Math.sqrt(random.next()) * spot.km
  const angle = random.next() * 2 * Math.PI
  const north = (Math.sin(angle) * km) / KM_PER_DEGREE
  const east = (Math.cos(angle) * km) / KM_PER_DEGREE / Math.cos((spot.lat * Math.PI) / 180)
  return {
    town,
    spot,
    street: makeStreet(random, town.state),
    lat: degrees(spot.lat + north),
    lng: degrees(spot.lng + east),
  }
}

function rowOf(random: Random, making: Making, { town, spot, lat, lng, street }: Place): DealRow {
  const house = makeHouse(random, town)
  const money = makeMoney(random, { house, town, zip: spot.zip })
  const { accountId, managerId } = making.pickSeller(random, town.state)
  const drawing = drawingFor(house.typeId, random)
  const about = { house, noun: nounOf(random, house), city: town.name, ...money }
  const dates = datesOf(random, making.nowMs)
  // One literal and no spreading: there are as many of these as deals, and an object put together slowly is read slowly.
  return {
    account_id: accountId,
    manager_id: managerId,
    address: street,
    city: town.name,
    state: town.state,
    zip: spot.zip,
    county: spot.county,
    latitude: lat,
    longitude: lng,
    time_zone: spot.zone,
    parcel: parcelOf(random, spot),
    is_street_shown: random.between(1, 100) > HIDDEN,
    price: money.price,
    first_price: money.firstPrice,
    arv: money.arv,
    repair_min: money.repairMin,
    repair_max: money.repairMax,
    entry_fee: money.entryFee,
    buy_now_price: money.buyNow,
    earnest_money: money.earnest,
    beds: house.beds,
    baths: house.baths,
    half_baths: house.halfBaths,
    units: house.units,
    sqft: house.sqft,
    year_built: house.year,
    lot_size: house.lot,
    property_type_id: house.typeId,
    parking_type_id: house.parkingId,
    tags: house.tags.reduce((bits, tag) => bits | (1 << tag), 0),
    condition: house.condition,
    occupancy: house.occupancy,
    title: makeTitle(random, about),
    description: makeDescription(random, about),
    access: random.pick(ACCESS),
    address_rule: RULES[weighted(random, RULE_SHARES)] ?? 'manual',
    illustration: drawing,
    thumb_url: drawingPath(drawing),
    status: dates.status,
    published_at: dates.publishedAt,
    updated_at: dates.updatedAt,
    expires_at: dates.expiresAt,
    closing_at: dates.closingAt,
  }
}

function datesOf(random: Random, nowMs: number) {
  const status = weighted(random, SHARES)
  const days = status === SOLD ? 14 + random.next() * (DAYS_LISTED - 14) : random.next() ** 1.3 * DAYS_LISTED
  const publishedMs = nowMs - days * DAY_MS
  const updatedMs = publishedMs + random.next() * (nowMs - publishedMs)
  const hasClosing = status !== SOLD && random.between(1, 3) > 1
  return {
    status,
    publishedAt: stamp(publishedMs),
    updatedAt: stamp(updatedMs),
    expiresAt: stamp(publishedMs + DAYS_OPEN * DAY_MS),
    closingAt: hasClosing ? stamp(nowMs + random.between(5, 60) * DAY_MS) : null,
  }
}

/** As county offices write them, more or less. */
const parcelOf = (random: Random, { fips }: Spot): string =>
  `${fips}-${random.between(100, 999)}-${random.between(100, 999)}-${String(random.between(1, 9999)).padStart(4, '0')}`

const stamp = (ms: number) => new Date(ms).toISOString()
const degrees = (value: number) => Math.round(value * 1e5) / 1e5

const FORMS_OF: Readonly<Record<number, readonly [Form, ...Form[]]>> = {
  [TYPE.single]: ['ranch', 'brick', 'two-story', 'bungalow', 'cape'],
  [TYPE.town]: ['rowhouse'],
  [TYPE.condo]: ['flats'],
  [TYPE.duplex]: ['duplex'],
  [TYPE.triplex]: ['flats', 'rowhouse'],
  [TYPE.fourplex]: ['flats', 'duplex'],
  [TYPE.multi]: ['flats'],
  [TYPE.manufactured]: ['manufactured'],
  [TYPE.land]: ['land'],
}

/**
 * The number of a drawing for a kind of property, from 1. The drawings go round the forms, so a form is every so many numbers.
 */
function drawingFor(typeId: number, random: Random): number {
  const form = random.pick<Form>(FORMS_OF[typeId] ?? ['ranch'])
  const round = random.between(0, Math.floor(FACADE_COUNT / FORMS.length) - 1)
  return round * FORMS.length + FORMS.indexOf(form) + 1
}

/** As it is served, and as a view of it is with a word behind: `0007-kitchen.svg`. */
const drawingPath = (number: number): string => `/drawings/seeded/${String(number).padStart(4, '0')}.svg`

type Words = readonly [string, ...string[]]
const words = (text: string): Words => {
  const [first = '', ...rest] = text.split(',')
  return [first, ...rest]
}

const NAMES = words(
  'Maple,Oak,Cedar,Elm,Pine,Walnut,Chestnut,Hickory,Willow,Birch,Sycamore,Magnolia,Dogwood,Juniper,Laurel,Linden,Poplar,' +
    'Washington,Jefferson,Lincoln,Madison,Monroe,Jackson,Adams,Franklin,Harrison,Cleveland,Grant,Garfield,Tyler,Lafayette,' +
    'Park,Lake,River,Hill,Valley,Ridge,Meadow,Prairie,Spring,Forest,Orchard,Garden,Highland,Hillcrest,Fairview,Lakeview,' +
    'Bluebonnet,Larkspur,Primrose,Heather,Ivy,Clover,Wisteria,Jasmine,Azalea,Camellia,Goldenrod,Sumac,Bayberry,Foxglove,' +
    'Church,School,Mill,Depot,Railroad,Market,Commerce,Union,Liberty,Independence,Court,College,Academy,Chapel,Bridge,' +
    'Carver,Douglass,Bethune,Tubman,Crockett,Houston,Austin,Travis,Sherman,Sheridan,Warren,Putnam,Greene,Decatur,Perry,' +
    'Whitfield,Abernathy,Beaumont,Callahan,Dunbar,Ellison,Fenwick,Galloway,Hawthorne,Ingram,Kendall,Lansing,Merrill,' +
    'Norwood,Overton,Preston,Quincy,Radcliffe,Sheffield,Thornton,Underwood,Vernon,Wakefield,Yates,Ashland,Brookside,' +
    'Cherokee,Delaware,Erie,Huron,Mohawk,Osage,Pawnee,Seneca,Shawnee,Cambridge,Oxford,Windsor,Bristol,Dover,Essex,Kent',
)
const SUFFIXES = words(
  'Street,Street,Street,Street,Avenue,Avenue,Avenue,Drive,Drive,Road,Lane,Court,Place,Way,Circle,Boulevard,Terrace',
)
const ORDINALS = words(
  '1st,2nd,3rd,4th,5th,6th,7th,8th,9th,10th,11th,12th,14th,16th,18th,21st,24th,32nd,38th',
)
const DIRECTIONS = words('N,S,E,W')
const CALLES = words(
  'de la Cruz,San José,San Juan,Luna,del Sol,Fortaleza,Hostos,Betances,Baldorioty,Muñoz Rivera,Barbosa,Degetau,Colón,' +
    'Méndez Vigo,Post,Comercio,Unión,Victoria,Ceiba,Flamboyán,Roble,Almendro,Laurel,Palma Real,Maga,Azucena,Orquídea,Amapola',
)

/**
 * Streets as they are called in American towns, and in Puerto Rico. Made up: a house of that number need not exist.
 * `1418 N Sumpter Street`, `W 24th Avenue`, `27 Calle Luna`.
 */
function makeStreet(random: Random, state: string): string {
  if (state === 'PR') return `${random.between(1, 480)} Calle ${random.pick(CALLES)}`
  const number = random.between(1, 4) === 1 ? random.between(101, 998) : random.between(1000, 9899)
  const direction = random.between(1, 6) === 1 ? `${random.pick(DIRECTIONS)} ` : ''
  const name = random.between(1, 7) === 1 ? random.pick(ORDINALS) : random.pick(NAMES)
  return `${number} ${direction}${name} ${random.pick(SUFFIXES)}`
}
