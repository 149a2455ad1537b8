/** The time zone of a county. Most states have one; the counties that keep another clock than their state are listed. */

/** IANA names by the first letters of a list entry. */
const ZONES = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
} as const

const BY_LETTER: Readonly<Record<keyof typeof ZONES, string>> = {
  E: 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  C: 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  M: 'CO MT NM UT WY',
  P: 'CA NV OR WA',
}

const BY_NAME: Readonly<Record<string, string>> = {
  AK: 'America/Anchorage',
  AZ: 'America/Phoenix',
  HI: 'Pacific/Honolulu',
  ID: 'America/Boise',
  IN: 'America/Indiana/Indianapolis',
  MI: 'America/Detroit',
  PR: 'America/Puerto_Rico',
}

/** `state letter: counties`, by their bare names. */
const EXCEPTIONS: readonly string[] = [
  'FL C: Bay,Calhoun,Escambia,Gulf,Holmes,Jackson,Okaloosa,Santa Rosa,Walton,Washington',
  'ID P: Benewah,Bonner,Boundary,Clearwater,Idaho,Kootenai,Latah,Lewis,Nez Perce,Shoshone',
  'IN C: Gibson,Jasper,Lake,LaPorte,Newton,Perry,Porter,Posey,Spencer,Starke,Vanderburgh,Warrick',
  'KS M: Greeley,Hamilton,Sherman,Wallace',
  'KY C: Adair,Allen,Ballard,Barren,Breckinridge,Butler,Caldwell,Calloway,Carlisle,Christian,Clinton,Crittenden,Cumberland,' +
    'Daviess,Edmonson,Fulton,Graves,Grayson,Green,Hancock,Hart,Henderson,Hickman,Hopkins,Livingston,Logan,Lyon,Marshall,' +
    'McCracken,McLean,Metcalfe,Monroe,Muhlenberg,Ohio,Russell,Simpson,Todd,Trigg,Union,Warren,Webster',
  'MI C: Dickinson,Gogebic,Iron,Menominee',
  'ND M: Adams,Billings,Bowman,Golden Valley,Grant,Hettinger,Slope,Stark',
  'NE M: Arthur,Banner,Box Butte,Chase,Cherry,Cheyenne,Dawes,Deuel,Dundy,Garden,Grant,Hooker,Keith,Kimball,Morrill,Perkins,' +
    'Scotts Bluff,Sheridan,Sioux',
  'OR M: Malheur',
  'SD M: Bennett,Butte,Corson,Custer,Dewey,Fall River,Haakon,Harding,Jackson,Lawrence,Meade,Oglala Lakota,Pennington,Perkins,' +
    'Stanley,Ziebach',
  'TN E: Anderson,Blount,Bradley,Campbell,Carter,Claiborne,Cocke,Grainger,Greene,Hamblen,Hamilton,Hancock,Hawkins,Jefferson,' +
    'Johnson,Knox,Loudon,McMinn,Meigs,Monroe,Morgan,Polk,Rhea,Roane,Scott,Sevier,Sullivan,Unicoi,Union,Washington',
  'TX M: Culberson,El Paso,Hudspeth',
]

/** `Harris` in `TX` is `America/Chicago`. Throws for a state it does not have. */
export function zoneOfCounty(state: string, county: string): string {
  for (const line of EXCEPTIONS) {
    const [head = '', counties = ''] = line.split(': ')
    const [itsState, letter] = head.split(' ')
    if (itsState === state && counties.split(',').includes(county)) return ZONES[letter as keyof typeof ZONES]
  }
  const letter = (Object.keys(ZONES) as (keyof typeof ZONES)[]).find((key) =>
    BY_LETTER[key].split(' ').includes(state),
  )
  const zone = letter ? ZONES[letter] : BY_NAME[state]
  if (!zone) throw new Error(`No time zone is known of ${county}, ${state}.`)
  return zone
}
