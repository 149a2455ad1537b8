/** Makes up the accounts that sell and the persons in the seller app. Each buys in one state; a few sell all over the country. */
import { type Random, seededRandom } from '../random.ts'
import type { Town } from './towns.ts'

export interface Seller {
  title: string
  /** Two letters, or null for one that sells everywhere. */
  state: string | null
  rating: number | null
  reviews: number
  isVerified: boolean
  members: readonly { name: string; email: string; phone: string }[]
}

const SEED = 3_350
const NATIONAL_EVERY = 14
const NAMES_DRAWN = 600

const split = (text: string): [string, ...string[]] => {
  const [first = '', ...rest] = text.split(',')
  return [first, ...rest]
}
const FRONTS = split(
  'Summit,Keystone,Blue Door,Red Oak,Harbor,Cornerstone,Anchor,Bridgeway,Clearwater,Copper Hill,Crestline,Driftwood,Eastgate,' +
    'Evergreen,Fairmont,Falcon,Fieldstone,First Street,Four Winds,Granite,Greenbrier,Heartland,Heritage,High Point,Homeward,' +
    'Ironwood,Juniper,Landmark,Lantern,Liberty,Longleaf,Main Street,Meridian,Mill Creek,Northgate,Old Town,Open Door,Orchard,' +
    'Palmetto,Patriot,Pinnacle,Pioneer,Prairie,Quarry,Red Brick,River Bend,Riverstone,Rosewood,Sandstone,Sawtooth,Silver Birch,' +
    'Southern,Stone Gate,Sunrise,Three Rivers,Timber,Trailhead,Twin Oaks,Union,Valley,Vantage,Wayfare,White Pine,Windmill',
)
const BACKS = split(
  'Dispositions,Wholesale,Homebuyers,Property Group,Capital,Home Solutions,Acquisitions,Realty Partners,Houses,Investments,' +
    'Deal Desk,Property Partners,Real Estate Group,Home Buyers LLC,Residential,Equity Group,Off-Market Deals,Ventures',
)
const AREA_CODES: Readonly<Record<string, number>> = {
  TX: 713,
  FL: 813,
  CA: 323,
  OH: 216,
  GA: 404,
  NY: 716,
  PA: 215,
  PR: 787,
}

/** Always the same for the same number and towns; titles and e-mails are each one's own. */
export async function makeSellers(count: number, towns: readonly Town[]): Promise<Seller[]> {
  const random = seededRandom(SEED)
  const names = await personNames()
  const states = statesByPeople(towns)
  const taken = new Set<string>()
  const mailboxes = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const state = index % NATIONAL_EVERY === 0 ? null : pickState(random, states)
    const title = nextTitle(random, taken)
    const members = Array.from({ length: random.between(1, 3) }, () =>
      makeMember(random, { names, title, state, mailboxes }),
    )
    const isNew = random.between(1, 9) === 1
    return {
      title,
      state,
      members,
      rating: isNew ? null : Math.round((3.4 + random.next() ** 0.6 * 1.6) * 10) / 10,
      reviews: isNew ? 0 : random.between(2, 64),
      isVerified: random.between(1, 100) <= 58,
    }
  })
}

/** Every state at least once, so that none is left to those who sell everywhere. */
function statesByPeople(towns: readonly Town[]): { state: string; weight: number }[] {
  const people = new Map<string, number>()
  for (const town of towns) people.set(town.state, (people.get(town.state) ?? 0) + town.people)
  return [...people].map(([state, count]) => ({ state, weight: count ** 0.75 }))
}

function pickState(random: Random, states: readonly { state: string; weight: number }[]): string | null {
  let point = random.next() * states.reduce((sum, { weight }) => sum + weight, 0)
  for (const { state, weight } of states) {
    point -= weight
    if (point < 0) return state
  }
  return null
}

function nextTitle(random: Random, taken: Set<string>): string {
  for (;;) {
    const title = `${random.pick(FRONTS)} ${random.pick(BACKS)}`
    if (taken.has(title)) continue
    taken.add(title)
    return title
  }
}

function makeMember(
  random: Random,
  {
    names,
    title,
    state,
    mailboxes,
  }: { names: [string, ...string[]]; title: string; state: string | null; mailboxes: Set<string> },
) {
  const name = random.pick(names)
  const domain = title.toLowerCase().replace(/[^a-z]/g, '')
  const mailbox = name
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replace(/ /g, '.')
  let email = `${mailbox}@${domain}.example`
  for (let next = 2; mailboxes.has(email); next++) email = `${mailbox}${next}@${domain}.example`
  mailboxes.add(email)
  // 555-0100 to 555-0199 are nobody's numbers.
  const phone = `+1${AREA_CODES[state ?? ''] ?? random.between(205, 970)}55501${String(random.between(0, 99)).padStart(2, '0')}`
  return { name, email, phone }
}

/** Read only when a world is made: faker is large. */
async function personNames(): Promise<[string, ...string[]]> {
  const { faker } = await import('@faker-js/faker/locale/en')
  faker.seed(SEED)
  const drawn = Array.from(
    { length: NAMES_DRAWN },
    () => `${faker.person.firstName()} ${faker.person.lastName()}`,
  )
  const [first = 'Avery Lane', ...rest] = new Set(drawn)
  return [first, ...rest]
}
