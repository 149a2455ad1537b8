/** What is known of the scripted deals beyond their cards, by their keys. They are the ones that guides and tests lead to. */
import { TAG, TYPE } from './seeded-deals/house.ts'

export interface DealDetails {
  title: string
  description: string
  /** Latitude and longitude; the ZIP's own streets lie around. */
  at: readonly [number, number]
  county: string
  fips: string
  typeId: number
  year: number | null
  lot: number
  halfBaths?: number
  units?: number
  parkingId: number | null
  tags: readonly number[]
  /** Index into DEAL_CONDITIONS. */
  condition: number | null
  /** Index into OCCUPANCIES. */
  occupancy: number
  repairs: readonly [number, number] | null
  /** What it was published at, when it has become cheaper. */
  firstPrice?: number
  entryFee?: number
  buyNow?: number
  earnest: number
  access: string
  rule: 'everyone' | 'id_verified' | 'proof_of_funds' | 'manual'
  daysListed: number
  /** Index into DEAL_STATUSES. */
  status?: number
}

const HARRIS = { county: 'Harris', fips: '48201' } as const
const single = {
  ...HARRIS,
  typeId: TYPE.single,
  earnest: 3000,
  rule: 'manual',
  parkingId: 4,
  occupancy: 0,
} as const
const LOCKBOX = 'Lockbox, text for the code'
const APPOINTMENT = 'By appointment, 24 hours ahead'

export const DEAL_DETAILS: Readonly<Record<string, DealDetails>> = {
  sumpter: {
    ...single,
    title: 'Frame bungalow in Denver Harbor, vacant and on lockbox',
    description:
      '<p>Three-bedroom frame bungalow on pier and beam, vacant and on lockbox all weekend. Roof from 2017, galvanized supply lines, one soft spot in the hall bath.</p><p>Needs kitchen, bath, flooring and paint inside and out. Our contractor’s walk came in between $28,000 and $36,000.</p><ul><li>Survey and scope of work attached</li><li>Title work is open with our company</li><li>Close in 21 days</li></ul>',
    at: [29.7744, -95.3142],
    ...{ year: 1948, lot: 5000, condition: 2, tags: [TAG.vacant, TAG.light], repairs: [28_000, 36_000] },
    ...{ firstPrice: 172_000, buyNow: 169_500, access: LOCKBOX, daysListed: 9 },
  },
  caplin: {
    ...single,
    title: 'Two-bedroom near Northline, owner moves out at closing',
    description:
      '<p>Compact two-bedroom a short drive from the light rail. Owner is still living in it and moves out at closing.</p><p>Panel was replaced in 2020. Wants a kitchen, windows and a fence.</p>',
    at: [29.8296, -95.3731],
    ...{ year: 1952, lot: 6250, condition: 2, occupancy: 2, tags: [TAG.light], repairs: [24_000, 31_000] },
    ...{ access: APPOINTMENT, daysListed: 14 },
  },
  larkspur: {
    ...single,
    title: 'Slab-on-grade three-bedroom in South Park',
    description:
      '<p>Brick front on a slab, attached garage, central air from 2016. Vacant and clean.</p><p>Both baths want updating, the kitchen can be saved. No foundation movement in two years of measurements.</p>',
    at: [29.6672, -95.3388],
    ...{ year: 1964, lot: 7200, condition: 1, parkingId: 1, tags: [TAG.vacant], repairs: [14_000, 21_000] },
    ...{ access: LOCKBOX, daysListed: 6 },
  },
  tabor: {
    ...single,
    title: 'Craftsman in Near Northside with original hardwood',
    description:
      '<p>Near Northside Craftsman two blocks from the rail stop. Original hardwood under carpet, high ceilings, wide porch.</p><p>Needs kitchen, both baths, leveling at the rear and paint. Two flips on the block closed above $280,000 this year.</p><ul><li>Inspection and scope of work attached</li><li>Open houses this week and next</li></ul>',
    at: [29.7838, -95.3701],
    ...{ year: 1926, lot: 5000, condition: 3, tags: [TAG.vacant, TAG.fixer], repairs: [46_000, 58_000] },
    ...{ firstPrice: 199_900, buyNow: 194_500, access: LOCKBOX, rule: 'id_verified', daysListed: 11 },
  },
  erastus: {
    ...single,
    title: 'Fifth Ward three-bedroom with room for an ADU',
    description:
      '<p>Deep lot with alley access. The house is down to the studs in two rooms; wiring is roughed in and inspected.</p><p>Budget a full rehab, or build a second unit behind it.</p>',
    at: [29.7925, -95.3276],
    ...{ year: 1941, lot: 7500, condition: 3, tags: [TAG.vacant, TAG.fixer], repairs: [38_000, 49_000] },
    ...{ access: APPOINTMENT, daysListed: 20 },
  },
  beldart: {
    ...single,
    title: 'Four-bedroom with a tenant until August',
    description:
      '<p>Leased at $1,550 a month, deposit transfers at closing. Roof from 2021, cosmetic work only.</p>',
    at: [29.6741, -95.3342],
    ...{ year: 1959, lot: 7000, condition: 1, occupancy: 1, tags: [TAG.tenant], repairs: [8000, 14_000] },
    ...{ parkingId: 3, access: 'Tenant needs a day of notice', daysListed: 27, status: 1 },
  },
  nance: {
    ...single,
    title: 'New-build shell near the bayou, above comps for now',
    description:
      '<p>Framed in 2022 and never finished. The asking price is above what comps support today; the seller bets on the new park.</p>',
    at: [29.7699, -95.3439],
    ...{
      year: 2022,
      lot: 2500,
      halfBaths: 1,
      condition: 2,
      parkingId: 1,
      tags: [TAG.vacant],
      repairs: [35_000, 52_000],
    },
    ...{ access: APPOINTMENT, daysListed: 41 },
  },
  'second-ward': {
    ...{ ...HARRIS, typeId: TYPE.fourplex, units: 4, title: 'Second Ward fourplex, three units leased' },
    description:
      '<p>Four two-bedroom units, three of them leased through spring at $975, $975 and $1,040. The empty one needs paint and a stove.</p><p>Sewer was lined in 2021 with a permit. Separate meters.</p><ul><li>Rent roll attached</li><li>The address is told to buyers the seller has approved, and to who registers for the open house</li></ul>',
    at: [29.7498, -95.3389],
    ...{ year: 1938, lot: 6000, condition: 1, occupancy: 1, parkingId: 5, tags: [TAG.tenant] },
    ...{
      repairs: [9000, 16_000],
      earnest: 7500,
      access: 'Tenant needs a day of notice',
      rule: 'manual',
      daysListed: 2,
    },
  },
  hogan: {
    ...single,
    title: 'Small cottage close to downtown, motivated heirs',
    description:
      '<p>Two-bedroom cottage a short drive from downtown, empty since the spring. Heirs want it settled this month.</p>',
    at: [29.7796, -95.3601],
    ...{ year: 1930, lot: 4500, condition: 3, tags: [TAG.vacant, TAG.fixer], repairs: [34_000, 44_000] },
    ...{ firstPrice: 129_000, access: LOCKBOX, rule: 'proof_of_funds', daysListed: 7 },
  },
  providence: {
    ...single,
    title: 'Price drop: vacant three-bedroom with a survey on file',
    description:
      '<p>Title work is done and clear, there is a survey from last spring. Roof is from 2017, the water heater is new, the panel is an old Federal Pacific and should go.</p><p>The back porch is not permitted.</p>',
    at: [29.7791, -95.3126],
    ...{ year: 1950, lot: 5200, condition: 2, tags: [TAG.vacant, TAG.light], repairs: [26_000, 34_000] },
    ...{ firstPrice: 171_000, access: LOCKBOX, daysListed: 24 },
  },
  wrenwood: {
    ...{ ...single, title: 'Pasadena four-bedroom, appraised last month' },
    description:
      '<p>Brick, attached two-car garage, pool wants a new pump. Appraised at $266,000 last month.</p>',
    at: [29.6786, -95.1985],
    ...{
      year: 1971,
      lot: 8200,
      condition: 1,
      parkingId: 1,
      tags: [TAG.vacant, TAG.pool],
      repairs: [12_000, 19_000],
    },
    ...{ access: LOCKBOX, daysListed: 16 },
  },
  'fm-1486': {
    ...{
      county: 'Montgomery',
      fips: '48339',
      typeId: TYPE.land,
      title: '19 wooded acres west of Montgomery',
    },
    description:
      '<p>Pine and hardwood, power at the road, old driveway cut in. Splits allowed by the county above ten acres.</p>',
    at: [30.3987, -95.7842],
    ...{
      year: null,
      lot: 827_640,
      parkingId: null,
      tags: [TAG.vacant],
      condition: null,
      occupancy: 0,
      repairs: null,
    },
    ...{ earnest: 5000, access: 'Walk it any time', rule: 'everyone', daysListed: 33 },
  },
  'avenue-l': {
    ...{
      ...single,
      county: 'Galveston',
      fips: '48167',
      title: 'Raised Galveston cottage, elevation certificate included',
    },
    description:
      '<p>Raised after 2008, new decking, ran as a short-term rental until last fall. Elevation certificate included.</p>',
    at: [29.2994, -94.7869],
    ...{ year: 1922, lot: 5160, condition: 1, tags: [TAG.vacant, TAG.shortTerm], repairs: [15_000, 24_000] },
    ...{ entryFee: 24_000, access: APPOINTMENT, rule: 'id_verified', daysListed: 30 },
  },
  'avenue-f': {
    ...{ ...single, title: 'Magnolia Park three-bedroom off the ship channel' },
    description:
      '<p>Three-bedroom with a garage apartment that needs everything. Alley access, two meters.</p>',
    at: [29.7324, -95.2911],
    ...{
      year: 1936,
      lot: 5000,
      condition: 3,
      parkingId: 2,
      tags: [TAG.fixer, TAG.vacant],
      repairs: [36_000, 47_000],
    },
    ...{ access: LOCKBOX, daysListed: 45 },
  },
  lyons: {
    ...{ ...single, title: 'Fire-damaged two-bedroom, priced near the lot' },
    description:
      '<p>Kitchen fire in January; framing above it is charred and the insurer has closed the file. Run your own comps.</p>',
    at: [29.7758, -95.3201],
    ...{
      year: 1944,
      lot: 5000,
      condition: 4,
      tags: [TAG.vacant, TAG.fire, TAG.fixer],
      repairs: [55_000, 70_000],
    },
    ...{ access: 'Drive-by only until under contract', daysListed: 70, status: 2 },
  },
  kashmere: {
    ...{ ...single, title: 'Kashmere Gardens three-bedroom, heirs want a quick close' },
    description:
      '<p>Frame house on a wide lot, vacant since spring. Roof from 2014, windows are original.</p><p>Probate is finished and every heir has signed the listing.</p>',
    at: [29.8071, -95.3199],
    ...{ year: 1951, lot: 6600, condition: 2, tags: [TAG.vacant, TAG.light], repairs: [26_000, 34_000] },
    ...{ access: LOCKBOX, daysListed: 12 },
  },
  bluebonnet: {
    ...{ ...single, title: 'Independence Heights brick front, two blocks off Main' },
    description:
      '<p>Three-two with an updated panel and a newer slab addition. Kitchen and both baths are from the eighties.</p><p>The seller moves out at closing.</p>',
    at: [29.8287, -95.3988],
    ...{ year: 1962, lot: 6500, condition: 1, occupancy: 2, tags: [TAG.light], repairs: [24_000, 32_000] },
    ...{ access: APPOINTMENT, daysListed: 16 },
  },
  enid: {
    ...{ ...single, title: 'Heights bungalow with a garage apartment' },
    description:
      '<p>Two lots from the trail. Main house is livable, the garage apartment needs a kitchen.</p><p>Deed restrictions and the survey are attached.</p>',
    at: [29.7936, -95.3879],
    ...{ year: 1930, lot: 6600, condition: 2, tags: [TAG.fixer], repairs: [42_000, 55_000] },
    ...{ access: APPOINTMENT, daysListed: 40 },
  },
  rosalie: {
    ...{ ...single, title: 'Third Ward three-two near the park' },
    description: '<p>Sold with the scope of work of the contractor who did the house beside it.</p>',
    at: [29.7289, -95.3662],
    ...{ year: 1946, lot: 5000, condition: 2, tags: [TAG.vacant], repairs: [30_000, 39_000] },
    ...{ access: LOCKBOX, daysListed: 48, status: 2 },
  },
  tierwester: {
    ...{ ...single, title: 'OST corridor three-bedroom on pier and beam' },
    description: '<p>Leveled in 2022 with a transferable warranty. Wants a kitchen, a bath and paint.</p>',
    at: [29.7081, -95.3561],
    ...{ year: 1949, lot: 5400, condition: 2, tags: [TAG.vacant], repairs: [27_000, 36_000] },
    ...{ access: LOCKBOX, daysListed: 31, status: 1 },
  },
  fairbanks: {
    ...{ ...single, title: 'Near Northside two-bedroom, lot wide enough for two' },
    description: '<p>Small house on a corner lot with alley access. Gas and power are on.</p>',
    at: [29.7902, -95.3641],
    ...{ year: 1938, lot: 7500, condition: 3, tags: [TAG.fixer], repairs: [36_000, 46_000] },
    ...{ access: APPOINTMENT, daysListed: 24, status: 1 },
  },
}
