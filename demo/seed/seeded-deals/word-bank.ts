/** The phrases of titles and descriptions. Lists by number go by the id of a type or tag, or by the index of a condition or occupancy. */
type Phrases = readonly [string, ...string[]]

export const NOUNS: Readonly<Record<number, Phrases>> & { 1: Phrases } = {
  1: ['brick ranch', 'ranch', 'bungalow', 'two-story', 'split-level', 'frame house', 'cottage', 'Cape Cod'],
  2: ['townhouse', 'end-unit townhouse', 'row house', 'three-level townhouse'],
  3: ['condo', 'top-floor condo', 'garden-level condo', 'corner condo'],
  4: ['duplex', 'side-by-side duplex', 'up-and-down duplex'],
  5: ['triplex', 'three-unit building'],
  6: ['fourplex', 'four-unit building'],
  7: ['apartment building', 'small multifamily', 'walk-up'],
  8: ['manufactured home', 'double-wide on its own lot', 'single-wide on its own lot'],
  9: ['Buildable lot', 'Vacant lot', 'Wooded parcel', 'Infill lot', 'Cleared parcel'],
}
export const OLD_NOUNS: Phrases = [
  'Craftsman',
  'bungalow',
  'foursquare',
  'Victorian',
  'cottage',
  'Tudor',
  'Colonial',
]

export const CONDITION_WORDS: readonly [Phrases, ...Phrases[]] = [
  ['turnkey', 'rent-ready', 'freshly updated', 'move-in ready'],
  ['clean', 'cosmetic-only', 'well-kept', 'tidy'],
  ['light-rehab', 'dated but solid', 'paint-and-floors', 'lived-in'],
  ['full-rehab', 'down-to-the-studs', 'heavy-lift', 'tired'],
  ['teardown', 'lot-value', 'scrape-and-build'],
]
export const OCCUPANCY_WORDS: readonly [Phrases, ...Phrases[]] = [
  ['vacant', 'vacant and on lockbox', 'empty and ready to walk', 'vacant since spring'],
  ['tenant in place', 'leased month to month', 'leased through the season', 'paying tenant in place'],
  ['owner still living in it', 'owner-occupied until closing', 'owner moves out at closing'],
]
export const FEATURES: Phrases = [
  'on a corner lot',
  'with a new roof',
  'with a detached workshop',
  'on a double lot',
  'near the park',
  'close to the hospital district',
  'with alley access',
  'at the end of a cul-de-sac',
  'with a fenced yard',
  'a short drive from downtown',
  'with original hardwood',
  'with a full basement',
  'backing to a greenbelt',
  'with a garage apartment',
  'on a quiet block',
  'with room for an ADU',
  'with updated electric',
  'near the university',
  'with mature trees',
  'on a slab',
  'with a sunroom',
  'two blocks from the school',
]
export const SYSTEMS: Phrases = [
  'Roof replaced in 2019 with paperwork.',
  'Roof has five years left by our guess.',
  'The roof is at the end of its life.',
  'Copper supply, cast-iron drains.',
  'PEX throughout since the last repipe.',
  'Galvanized supply lines, so plan a repipe.',
  '200-amp panel, breakers labeled.',
  'Fuse box still in service, price that in.',
  'Aluminum wiring in the bedrooms.',
  'Central air from 2016, serviced last summer.',
  'Window units only, gas floor furnace.',
  'Furnace and water heater are both under eight years old.',
]
export const SYSTEMS_MORE: Phrases = [
  'Foundation was inspected in March and carries a transferable warranty.',
  'Pier and beam with good clearance underneath.',
  'Slab shows a hairline at the garage, nothing that sticks a door.',
  'The basement takes a little water in spring.',
  'Sewer was scoped, video on request.',
  'Windows are single pane and original.',
  'Double-pane windows all around.',
  'No open permits as of last week.',
  'One soft spot in the hall bath, the rest of the floor is sound.',
  'Termite letter is clear.',
  'Survey from the last sale is on file.',
  'Fence is leaning, the neighbor has offered to split a new one.',
]
export const WORK: readonly [Phrases, ...Phrases[]] = [
  [
    'Kitchen and baths were redone this year.',
    'Nothing to do but change the locks.',
    'Freshly painted, new flooring, appliances stay.',
  ],
  [
    'Needs paint and a deep clean.',
    'Counters and fixtures would carry it.',
    'Carpet out, vinyl plank in, and it rents.',
  ],
  [
    'Needs kitchen, flooring and interior paint.',
    'Both baths want updating; the bones are good.',
    'Cabinets can be saved, counters cannot.',
  ],
  [
    'Needs everything: kitchen, baths, mechanicals and drywall.',
    'Full gut on the ground floor, partial upstairs.',
    'Bring your crew, this is a six-month project.',
  ],
  [
    'Priced at the dirt; the structure is not worth saving.',
    'City has it on the demolition list, which helps with the permit.',
  ],
]
export const TAGGED: Readonly<Record<number, string>> = {
  6: 'There was a kitchen fire; framing above it is charred and the insurer has closed the file.',
  7: 'Foundation needs piers on the north side, bid attached.',
  8: 'Seller will carry or let the loan stay in place.',
  9: 'It ran as a short-term rental, twelve months of statements on request.',
  10: 'The pool holds water and wants a new pump.',
}
export const RENTS: Phrases = [
  'Rents on the block run a little over one percent of the price.',
  'The last lease was signed in two days.',
  'Property manager is in place and happy to stay.',
]
export const AREAS: Phrases = [
  'Two flips on the block closed this year.',
  'Retail buyers are active here, days on market are short.',
  'Mostly owner-occupied street, quiet at night.',
  'New construction is going up around the corner.',
  'Grocery, bus line and elementary school within a mile.',
  'Strong rental area, the plant is hiring.',
  'Zoned for one of the better schools in town.',
  'Out of the flood zone by the current map.',
]
export const CLOSINGS: Phrases = [
  'Cash or hard money, close in 21 days.',
  'Seller prefers a close inside two weeks with our title company.',
  'As is, where is. Buyer pays closing costs.',
  'First clean offer with earnest money takes it.',
  'Assignment of contract; proof of funds with the offer, please.',
  'We hold the contract and can double close if you need it.',
  'Access on request, text us the day before.',
  'Price is firm until the weekend.',
]
export const LAND_FEATURES: Phrases = [
  'with utilities at the street',
  'with a creek along the back',
  'with road frontage on two sides',
  'in a new subdivision',
  'zoned residential',
  'cleared and level',
]
export const LAND_OPENINGS: Phrases = [
  'Level ground, no structures.',
  'Wooded, with an old driveway cut already in.',
  'Platted lot among newer homes.',
  'The old house came down in 2021 and the taps are capped.',
]
export const LAND_DETAILS: Phrases = [
  'Water and power at the road, septic needed.',
  'City sewer at the street.',
  'Perc test from last year passed.',
  'No HOA, mobile homes allowed by the county.',
]
export const LAND_CLOSINGS: Phrases = [
  'Builders are paying more two streets over.',
  'Taxes are current.',
  'Title is clear, one owner since 1988.',
  'Survey is on file.',
]
export const ACCESS: Phrases = [
  'Lockbox, text for the code',
  'Lockbox, code after a short call',
  'By appointment, 24 hours ahead',
  'Drive-by only until under contract',
  'Open most afternoons, text first',
  'Tenant needs a day of notice',
]
