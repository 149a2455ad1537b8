/** What reviews, responses and companies say in the made-up world. */
import type { Random } from '../random.ts'

type Lines = readonly [string, ...string[]]

/** A review is one of the first and one of the second, so that few of a seller's are alike. */
interface Halves {
  first: Lines
  second: Lines
}

const GOOD: Halves = {
  first: [
    'Numbers held up at inspection.',
    'Answered every question the same day.',
    'Repairs came in within two thousand of what they had written.',
    'The lockbox code worked and the tenant knew we were coming.',
    'Third deal with them, and not the last.',
    'They held the deal two days while my lender caught up.',
    'Comps were recent and close by, not the best street three miles off.',
    'They said what was wrong with the house before I drove out.',
    'My contractor’s bid and theirs were the same to the hundred.',
  ],
  second: [
    'Title was clear and we closed in under three weeks.',
    'Plain contract, keys on the day.',
    'The papers were complete before I asked for them.',
    'They kept their word on the price.',
    'I would buy from them again.',
    'No surprises at the closing table.',
    'The survey was already paid for.',
    'Easy to reach, also on a Saturday.',
  ],
}
const FAIR: Halves = {
  first: [
    'Good deal in the end.',
    'Friendly and quick to answer.',
    'House was as described.',
    'Numbers were fair.',
    'We closed, a week late.',
  ],
  second: [
    'The square footage was off by a hundred, which they fixed after I asked.',
    'The repairs were at the low end of low.',
    'Access took a few calls to arrange.',
    'I would have liked newer photos of the kitchen.',
    'They kept us posted while it slipped.',
  ],
}
const POOR: Halves = {
  first: [
    'The roof was older than the papers said.',
    'ARV was from a remodeled house on a better street.',
    'Took four days to answer and then wanted a decision within the hour.',
    'We were told it was vacant. It was not.',
  ],
  second: [
    'I had to work everything out again.',
    'Nobody had looked at the crawl space.',
    'The contract went to somebody else while our inspection was still booked.',
    'We walked away from it.',
  ],
}
const THANKS: Lines = [
  'Thank you. It was easy because you came prepared.',
  'Glad it worked out. The next one in that area is yours to see first.',
  'Thanks for the kind words and for closing on time.',
]
const SORRY: Lines = [
  'You are right about that. We measure ourselves now instead of taking the county’s figure.',
  'We should have said so sooner. It is in the papers of every deal since.',
  'Sorry this went wrong. We have changed who books the visits.',
]

export const reviewText = (random: Random, stars: number): string =>
  words(random, stars >= 5 ? GOOD : stars >= 3 ? FAIR : POOR)

const words = (random: Random, { first, second }: Halves) => `${random.pick(first)} ${random.pick(second)}`

export const answerTo = (random: Random, stars: number): string => random.pick(stars >= 4 ? THANKS : SORRY)

/** Of the scripted accounts, by title. */
export const COMPANY_WORDS: Readonly<Record<string, string>> = {
  'Lone Star Dispositions':
    'We buy directly from owners in Harris and Fort Bend County and pass the contract on. Every deal has been walked by one of us, the repairs are bid by a contractor who would do them at that price, and the title is opened before the deal is listed.',
  'Gulf Coast Wholesale':
    'Rentals and light rehabs between Houston and Galveston, most of them with a tenant in place. Elevation certificates and leases are in the papers.',
  'Bayou City Homebuyers':
    'Small multifamily inside the loop. We close through one title company, so you know who holds the money.',
  'Northline Property Group':
    'Probate and inherited houses on the north side. We sort out the heirs first and list the house afterwards.',
  'Sabine Ridge Capital':
    'East Texas houses under $200,000, sold as they stand, with the inspection we paid for.',
  'Magnolia & Oak Realty':
    'A licensed brokerage with a handful of off-market houses a month. Appraisals on request.',
  'Piney Woods Land Co.': 'Lots and acreage with road access, surveyed and staked.',
  'Tidewater Home Solutions': 'Raised houses near the coast. Flood history is the first page of our papers.',
  '3rd Coast Flips LLC': 'Half-finished flips that ran out of money or of time.',
}

const WAYS: Lines = [
  'buys houses directly from their owners and passes the contracts on',
  'finds houses before they are listed and assigns the contracts',
  'buys from estates and tired landlords and sells to investors',
]

export function companyWords({
  id,
  title,
  state,
}: {
  id: number
  title: string
  state: string | null
}): string {
  const way = WAYS[id % WAYS.length] ?? WAYS[0]
  const where = state === null ? '' : ` in ${state}`
  return `${title} ${way}${where}. Repairs are bid, comps are from the last twelve months, and what is wrong with a house stands in its description.`
}
