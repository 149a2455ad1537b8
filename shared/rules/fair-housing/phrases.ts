/**
 * Phrases that 42 U.S.C. 3604(c) makes doubtful in an advertisement of a home, because they state a preference, a limitation or an
 * exclusion by a protected class. Words that only describe the property are left out, following HUD's memorandum of January 9, 1995.
 */

export type ProtectedClass =
  | 'race'
  | 'color'
  | 'religion'
  | 'sex'
  | 'disability'
  | 'familial status'
  | 'national origin'
  | 'source of income'

export interface DoubtfulPhrase {
  /** A regular expression without regard to case. A space is any space or dash between two words. */
  readonly find: string
  readonly protectedClass: ProtectedClass
  /** One sentence. */
  readonly reason: string
  /** What to write. */
  readonly better: string
  /** `better` can replace the phrase as it is. Otherwise it is advice. */
  readonly isWording?: true
}

const any = (words: string) =>
  `(?:${words
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`

/** `no children’s menu` excludes nobody. */
const CHILDREN = `${any('children|kids|infants|babies|toddlers|teens|teenagers|minors')}(?!’)`
const AREA = any('neighborhoods?|neighbourhoods?|community|communities|area|enclave|subdivision')
const PEOPLE = any(
  'people|persons?|famil(?:y|ies)|households?|couples?|tenants?|renters?|buyers?|residents?|neighbou?rs?|occupants?|applicants?|roommates?',
)
/** What makes the name of a thing out of the words before: `community center`, `family room`, `area rug`. */
const NO_THING =
  '(?! (?:rooms?|rugs?|pool|mailbox(?:es)?|garden|parks?|cent(?:er|re)|church|school|college|hospital|services?|suites?|baths?|owned|run|st|street|rd|road|ave|avenue|dr|drive|ln|lane)\\b)'
const PEOPLE_OR_AREA = `(?:${PEOPLE}|${AREA})${NO_THING}`
const ONLY = any('only|preferred')
const NO = any('no|not any')
const REFUSES = `${any('don’t|do not|doesn’t|does not|won’t|will not|can’t|cannot')} ${any('accept|allow|want|take|rent to|sell to')}`
const FOR = any('perfect|ideal|great|excellent|best|suited|suitable|meant|designed|intended')

const FAITHS = any('christian|catholic|protestant|jewish|muslim|islamic|mormon|hindu|buddhist')
const ORIGINS = any(
  'hispanic|latino|latina|mexican|puerto rican|cuban|asian|chinese|korean|vietnamese|indian|pakistani|arab|irish|italian|polish|russian|african|haitian|american born',
)
const NATIONALS = any(
  'immigrants?|foreigners?|aliens|hispanics|latinos|mexicans|asians|indians|arabs|africans|irish|italians|russians|haitians|cubans',
)

const AID = any(
  'section (?:8|eight)|sec\\.? 8|hud vouchers?|housing vouchers?|vouchers|voucher holders|housing assistance|public assistance|welfare',
)

const HOME = 'Describe the home, not who should live in it.'
const PLACE = 'Describe the place: parks, schools, shops, transit.'

export const DOUBTFUL_PHRASES: readonly DoubtfulPhrase[] = [
  {
    find: `${any('no|without|not suitable for|not for')} (?:small |young |little )?${CHILDREN}(?: allowed)?`,
    protectedClass: 'familial status',
    reason:
      'Families with children may not be excluded, except from housing that qualifies as housing for older persons.',
    better: 'Leave it out. If a code limits how many people may live here, state that number of people.',
  },
  {
    find: `${REFUSES} ${CHILDREN}|${CHILDREN} not ${any('allowed|welcome|accepted')}`,
    protectedClass: 'familial status',
    reason:
      'Families with children may not be excluded, except from housing that qualifies as housing for older persons.',
    better: 'Leave it out. If a code limits how many people may live here, state that number of people.',
  },
  {
    find: `${any('childless|child free|kid free|children free')}(?: ${any('couples?|home|building|community')})?`,
    protectedClass: 'familial status',
    reason: 'It says that families with children are not wanted.',
    better: HOME,
  },
  {
    find: `${any('max|maximum|maximum of|only|at most|no more than|limit of|up to')} (?:one|two|three|\\d) (?:child|kid|${CHILDREN})`,
    protectedClass: 'familial status',
    reason: 'A limit on children, rather than on people, counts against families.',
    better: 'State how many people the building code allows, if it says so.',
  },
  {
    find: `adults? ${any('only|preferred|community|building|complex')}${NO_THING}`,
    protectedClass: 'familial status',
    reason:
      'It excludes families with children; only housing that qualifies as housing for older persons (42 U.S.C. 3607(b)) may do so.',
    better: 'If the housing qualifies, write “55+ community” and keep the proof; otherwise leave it out.',
  },
  {
    find: `${any('seniors?|retirees|empty nesters|singles|single persons?|couples|married couples?|newlyweds|families|older persons')} ${ONLY}`,
    protectedClass: 'familial status',
    reason:
      'It limits who may live here by family or age; only housing that qualifies as housing for older persons may do so.',
    better: HOME,
  },
  {
    find: `mature ${any('person|persons|people|individuals?|adults?|couples?|tenants?|renters?|buyers?|residents?')}`,
    protectedClass: 'familial status',
    reason: 'It reads as a preference for people without children.',
    better: HOME,
  },
  {
    find: `${FOR} for (?:(?:a|an|the|any|your|all|young|growing|large|big|small|active|new) )*(?:families|kids|children|newlyweds|couples?|singles|single ${any('person|people|professionals?|man|men|woman|women|moms?|mothers?')}|bachelors|retirees|seniors|empty nesters)`,
    protectedClass: 'familial status',
    reason: 'It names the household that is wanted, which reads as a preference by family.',
    better: 'comfortable',
    isWording: true,
  },
  {
    // `for family gatherings` is what one does in the home.
    find: `${FOR} for (?:(?:a|an|the|any|your|young|growing|large|big|small|active|new) )*family(?! (?!(?:who|that|with|of|to|looking|in|seeking|home|or(?! friends))\\b)\\w)`,
    protectedClass: 'familial status',
    reason: 'It names the household that is wanted, which reads as a preference by family.',
    better: 'comfortable',
    isWording: true,
  },
  {
    find: `family ${any('oriented|friendly')} ${AREA}${NO_THING}`,
    protectedClass: 'familial status',
    reason: 'It reads as a preference for one kind of household.',
    better: 'neighborhood',
    isWording: true,
  },
  {
    find: `safe ${AREA} for ${any('famil(?:y|ies)|kids|children|women|seniors|singles|everyone|you|your family|your kids|your children')}`,
    protectedClass: 'familial status',
    reason:
      'It says for whom the area is meant, and calling an area safe is often read as a remark on who lives there.',
    better: 'neighborhood',
    isWording: true,
  },
  {
    find: `${any('white|black|caucasian|african american|minority|ethnic')} ${PEOPLE_OR_AREA}`,
    protectedClass: 'race',
    reason: 'It describes neighbors or residents by race.',
    better: PLACE,
  },
  {
    find: `${any('whites|blacks|caucasians|colou?reds')} only`,
    protectedClass: 'race',
    reason: 'It limits who may live here by race.',
    better: HOME,
  },
  {
    find: `${NO} ${any('whites|blacks|caucasians|african americans|colou?reds|people of color|minorities|white people|black people')}`,
    protectedClass: 'race',
    reason: 'It excludes people by race.',
    better: HOME,
  },
  {
    find: `colou?red ${PEOPLE_OR_AREA}|${any('light|dark|fair')} skinned`,
    protectedClass: 'color',
    reason: 'It describes people by the color of their skin.',
    better: HOME,
  },
  {
    find: `${any('integrated|exclusive|exclusive gated')} ${AREA}${NO_THING}`,
    protectedClass: 'race',
    reason: 'Used of a neighborhood, the word has long signaled who is and is not welcome there.',
    better: 'established neighborhood',
    isWording: true,
  },
  {
    find: `${any('segregated|racially mixed')} ${AREA}${NO_THING}`,
    protectedClass: 'race',
    reason: 'It describes neighbors by race.',
    better: PLACE,
  },
  {
    find: `${FAITHS} home${NO_THING}`,
    protectedClass: 'religion',
    reason: 'It states a preference by religion.',
    better: 'home',
    isWording: true,
  },
  {
    find: `${FAITHS} (?:${PEOPLE_OR_AREA}|values|owned|only|preferred)`,
    protectedClass: 'religion',
    reason: 'It states a preference by religion.',
    better: HOME,
  },
  {
    find: `${NO} ${any('jews|muslims|christians|catholics|mormons|hindus|buddhists|atheists')}`,
    protectedClass: 'religion',
    reason: 'It excludes people by religion.',
    better: HOME,
  },
  {
    find: `${any('church going|churchgoing|god fearing')}(?: ${PEOPLE})?`,
    protectedClass: 'religion',
    reason: 'It states a preference by religion.',
    better: HOME,
  },
  {
    find: `${any('near|nearby|close to|next to|walk to|minutes to|minutes from|walking distance to|walking distance of')} (?:the |a |an |many |several |local |great |good )*(?:churches|synagogues?|shul|mosques?|parish(?:es)?|houses of worship)`,
    protectedClass: 'religion',
    reason: 'Named as an advantage, a place of worship reads as a preference for people of that faith.',
    better: 'near local amenities',
    isWording: true,
  },
  {
    find: `${any('english|spanish|chinese|korean|russian')} ${any('speaking|speakers?')} ${ONLY}`,
    protectedClass: 'national origin',
    reason: 'A required language excludes people by where they come from.',
    better: HOME,
  },
  {
    find: `must speak ${any('english|spanish|chinese|korean|russian')}`,
    protectedClass: 'national origin',
    reason: 'A required language excludes people by where they come from.',
    better: HOME,
  },
  {
    find: `${any('american|americans|us citizens?|u\\.s\\. citizens?|citizens')} only`,
    protectedClass: 'national origin',
    reason: 'It excludes people by where they come from.',
    better: HOME,
  },
  {
    find: `${ORIGINS} ${PEOPLE_OR_AREA}`,
    protectedClass: 'national origin',
    reason: 'It describes neighbors or residents by national origin.',
    better: PLACE,
  },
  {
    find: `${NO} ${NATIONALS}`,
    protectedClass: 'national origin',
    reason: 'It excludes people by national origin.',
    better: HOME,
  },
  {
    find: `${any('males?|females?|men|women|ladies|gentlemen|girls|boys|guys')} ${ONLY}`,
    protectedClass: 'sex',
    reason: 'It limits who may live here by sex; only shared living space may be offered so.',
    better: HOME,
  },
  {
    find: `${any('male|female')} ${PEOPLE}`,
    protectedClass: 'sex',
    reason: 'It states a preference by sex; only shared living space may be offered so.',
    better: HOME,
  },
  {
    find: `${NO} (?:single )?${any('men|women|males|females|girls|boys|guys|gays?|gay couples|lesbians|homosexuals|transgender')}`,
    protectedClass: 'sex',
    reason: 'It excludes people by sex; many states also name sexual orientation and gender identity.',
    better: HOME,
  },
  {
    find: `able bodied(?: ${PEOPLE})?`,
    protectedClass: 'disability',
    reason: 'It excludes people with a disability.',
    better: 'State the fact: the number of steps, the floor, whether there is an elevator.',
  },
  {
    find: `${any('no|not for|not suitable for|unsuitable for|not ideal for')} (?:the |people in |people with )?${any('wheelchairs?|handicapped|handicaps|disabled|disabled people|disabilities|cripples|crutches|blind people|deaf people|mentally ill|mental illness')}(?! (?:access|accessible|parking|ramps?|lifts?|bath|bathrooms?|showers?)\\b)`,
    protectedClass: 'disability',
    reason: 'It excludes people with a disability.',
    better: 'State the fact: the number of steps, the floor, whether there is an elevator.',
  },
  {
    find: `${any('physically fit|healthy')} ${any('people|persons?|tenants?|renters?|buyers?|residents?|only')}`,
    protectedClass: 'disability',
    reason: 'It excludes people with a disability.',
    better: HOME,
  },
  {
    find: `must be (?:able to|capable of) ${any('live alone|living alone|live independently|living independently|walk|walking|climb stairs|climbing stairs')}`,
    protectedClass: 'disability',
    reason: 'It excludes people with a disability.',
    better: 'State the fact: the number of steps, the floor, whether there is an elevator.',
  },
  {
    find: `${NO} ${any('service animals?|service dogs?|guide dogs?|assistance animals?|support animals?|emotional support animals?|esas?')}`,
    protectedClass: 'disability',
    reason: 'An animal that assists a person with a disability is not a pet, and may not be refused as one.',
    better: 'no pets; assistance animals are welcome',
    isWording: true,
  },
  {
    find: `(?:${NO}|${REFUSES}) ${AID}(?: ${any('tenants?|renters?|vouchers?|recipients?')})?|${AID} not ${any('accepted|allowed|welcome')}`,
    protectedClass: 'source of income',
    reason:
      'The federal Act does not name the source of income, but the law of several states and cities protects it.',
    better: 'Leave it out, unless your lawyer says that neither the state nor the city protects it.',
  },
]
