/** A street is taken out however a seller writes it, and everything else stays as it was written. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  REDACTED,
  redactStreet,
  redactStreetInHtml,
  revealingParts,
  type StreetPlace,
  tellsStreet,
} from '#shared/rules/deals/redaction/redact-street.ts'

const place = (address: string, more: Partial<StreetPlace> = {}): StreetPlace => ({
  address,
  city: 'Houston',
  county: 'Harris',
  state: 'TX',
  zip: '77026',
  parcel: null,
  ...more,
})
const SUMPTER = place('1418 N Sumpter Street, Unit 2', {
  parcel: '48201-045-112-0001',
  latitude: 29.783811,
  longitude: -95.370142,
})
const R = REDACTED

describe('of a hidden street', () => {
  it.each([
    ['as in the address', 'See 1418 N Sumpter Street today', `See ${R} today`],
    ['shortened', 'See 1418 Sumpter St. today', `See ${R}. today`],
    ['without its number', 'On Sumpter street, near the park', `On ${R}, near the park`],
    ['by its name alone', 'The Sumpter deal', `The ${R} deal`],
    ['in capitals', 'SUMPTER ST FLIP', `${R} FLIP`],
    ['in capitals here and there', 'sUmPtEr sT', R],
    ['as a tag', 'Ask about #SumpterSt or #1418Sumpter!', `Ask about #${R} or #${R}!`],
    ['in an address of a page', 'https://x.example/1418-sumpter-st', `https://x.example/${R}`],
    ['with a direction behind it', 'at 1418 Sumpter St N now', `at ${R} now`],
    ['with another number', 'also 1420 Sumpter', `also ${R}`],
    ['with its number behind it', 'Sumpter St, no. 1418', R],
    ['with its number called one', 'Sumpter, house number 1418', R],
    ['its number spelled in pairs', 'fourteen eighteen Sumpter', R],
    ['its number spelled in digits', 'One-Four-One-Eight Sumpter St', R],
    ['its number spelled whole', 'one thousand four hundred and eighteen Sumpter', R],
    ['its number spelled in hundreds', 'fourteen hundred and eighteen, Sumpter', R],
    ['its number with letters for digits', '14l8 Sumpter St', R],
    [
      'its number alone, once the street was told',
      'On Sumpter. Look for 1418 at the curb',
      `On ${R}. Look for ${R} at the curb`,
    ],
    ['its number alone, called one', 'Mailbox 1418 or house #1418', `${R} or ${R}`],
    ['with accents', 'Súmptér Ström: 1418 Sümpter', `${R} Strom: ${R}`.replace('Strom', 'Ström')],
    ['with letters of other alphabets', 'Ѕumрtеr Street', R],
    ['in letters as wide as signs', 'Ｓｕｍｐｔｅｒ Ｓｔ', R],
    ['in mathematical letters', '𝐒𝐮𝐦𝐩𝐭𝐞𝐫 street', R],
    ['with signs nobody sees', 'Sum\u200bpt\u00ader\u2060 St', R],
    ['in letters apart', 'S u m p t e r street', R],
    ['in letters with dots', 'S.u.m.p.t.e.r St', R],
    ['in letters with dots and blanks', 'The S. U. M. P. T. E. R. deal', `The ${R}. deal`],
    ['parted by a hyphen', 'Sum-pter St', R],
    ['misspelled beside its number', '1418 Sumter', R],
    ['misspelled beside its kind', 'Sumtper Street', R],
    ['at a corner', 'Corner of Sumpter and Lyons', `Corner of ${R}`],
    ['at a corner, the other first', 'Lyons Ave & Sumpter, vacant', `${R}, vacant`],
    ['at a corner of two signs', 'SUMPTER / LYONS', R],
    ['at a crossing', 'Sumpter at Lyons Avenue', R],
    ['at a corner in small letters', 'corner of sumpter and lyons, vacant', `corner of ${R}, vacant`],
    ['at a corner in small letters, the other first', 'the corner of lyons & sumpter', `the corner of ${R}`],
    ['between two streets', 'between lyons and sumpter', `between ${R}`],
    ['behind a word with a capital', 'Flip at 1418 Sumpter and Vacant', `Flip at ${R} and Vacant`],
    ['between words with capitals', 'Vacant And Sumpter And Ready', `Vacant And ${R} And Ready`],
  ])('what is written %s is taken out', (_how, text, redacted) => {
    expect(redactStreet(text, SUMPTER)).toBe(redacted)
  })

  it.each([
    ['a parcel as it is', 'APN 48201-045-112-0001', `APN ${R}`],
    ['a parcel without signs', 'APN 482010451120001', `APN ${R}`],
    ['a parcel with blanks', 'Parcel: 48201 045 112 0001.', `Parcel: ${R}.`],
    ['a parcel with dots and slashes', '48201.045/112.0001', R],
    ['a parcel without its county', 'ID 045-112-0001', `ID ${R}`],
    ['any parcel that is called one', 'Parcel no. 0123-456-789', `Parcel no. ${R}`],
    ['a legal description', 'Lot 5, Block 2 of the addition', `${R} of the addition`],
    ['five decimals', 'Pin: 29.78381, -95.37014.', `Pin: ${R}.`],
    ['two decimals', 'Around 29.78, -95.37 on the map', `Around ${R} on the map`],
    ['decimals with words', 'Latitude 29.784 and longitude -95.370', `Latitude ${R}`],
    ['decimals with letters', '29.7838° N 95.3701° W', R],
    ['a latitude alone', 'Lat 29.7838', `Lat ${R}`],
    ['decimals with commas', 'Pin 29,7838 / -95,3701 here', `Pin ${R} here`],
    ['decimals with commas and letters', '29,78381° N; 95,37014° W', R],
    ['a grid in meters', 'UTM 15R 270700 3297600 NAD83', `UTM ${R} NAD83`],
    ['a grid in meters with units', '15R 270700mE 3297600mN', R],
    ['degrees and minutes', `29°47.03' N, 95°22.21' W`, R],
    ['degrees, minutes and seconds', `29° 47′ 01.7″ N 95° 22′ 12.5″ W`, R],
    ['degrees in words', '29 deg 47 min 2 sec N, 95 deg 22 min 12 sec W', R],
    ['degrees without signs', 'N 29 47 02, W 95 22 12', R],
    ['degrees with colons', '29:47:02 N 95:22:12 W', R],
    ['degrees with hyphens', 'At 29-47-02 / 95-22-12, vacant', `At ${R}, vacant`],
    ['degrees with letters', '29d47m02s', R],
    ['a link to a map', 'https://www.google.com/maps/@29.7838,-95.3701,17z here', `${R} here`],
    ['a short link to a map', 'See maps.app.goo.gl/Xy12ab', `See ${R}`],
    ['a link to another listing', 'https://www.zillow.com/homedetails/123_zpid/', R],
    ['a plus code', 'Plus code 76X6QJMH+GW', `Plus code ${R}`],
    ['a short plus code', 'QJMH+GW Houston', `${R} Houston`],
    ['a plus code with blanks', '76X6QJMH + GW', R],
    ['three words', 'Door: ///filled.count.soap', `Door: ${R}`],
    ['three words with blanks', 'Door: /// filled . count . soap', `Door: ${R}`],
    ['three words without slashes', 'Door: filled.count.soap.', `Door: ${R}.`],
    ['a bare geohash', 'At 9vk1mfq8x, vacant', `At ${R}, vacant`],
    ['three words by name', 'what3words: filled.count.soap', R],
    ['a military grid', 'Grid 15RTP7098796325', `Grid ${R}`],
    ['nine digits of a ZIP code', 'Houston 77026-1418', `Houston ${R}`],
    ['a corner of other streets', 'On the corner of Dallas St and Elm', `On the corner of ${R}`],
    ['an intersection', 'Intersection of Lyons & Gregg', `Intersection of ${R}`],
  ])('%s is taken out', (_what, text, redacted) => {
    expect(redactStreet(text, SUMPTER)).toBe(redacted)
  })

  it.each([
    ['Avenue L', place('410 Avenue L'), 'On Avenue L', `On ${R}`],
    ['Calle Luna', place('27 Calle Luna', { city: 'San Juan' }), 'En Calle Luna 27', `En ${R}`],
    ['an ordinal', place('200 W 24th Avenue'), 'Off 24th Ave', `Off ${R}`],
    ['an ordinal in words', place('200 W 24th Avenue'), 'Off twenty-fourth avenue', `Off ${R}`],
    ['an ordinal in digits', place('200 Second St'), 'On 2nd Street', `On ${R}`],
    ['a street with the name of its town', place('9 Houston Street'), '9 Houston St', R],
    ['a saint', place('77 Saint Emanuel St'), 'St. Emanuel Street', R],
    ['a mount', place('5 Mt Vernon Ave'), 'Mount Vernon', R],
    ['a name by its letters', place('5 Martin Luther King Jr Blvd'), 'On MLK Blvd', `On ${R}`],
    ['a name in full', place('5 MLK Blvd'), 'On Martin Luther King Boulevard', `On ${R}`],
    ['two words that are written as one', place('12 Live Oak Ln'), 'LiveOak Lane', R],
    ['a county road', place('1200 County Road 77'), 'on CR 77', `on ${R}`],
    ['a highway', place('900 Highway 6'), 'frontage on Hwy 6', `frontage on ${R}`],
    ['a farm road', place('0 FM 1486'), '10 acres on Farm to Market 1486', `10 acres on ${R}`],
    ['accents in the address', place('8 Peña Blanca Dr'), 'Pena Blanca drive', R],
    ['a description instead of a street', place('19 acres off FM 1486'), '19 acres off FM 1486', R],
    ['an ordinary word beside its own number', place('12 Park Lane'), '12 Park is vacant', `${R} is vacant`],
    ['coordinates of a deal without a place', place('9 Elm St'), '29.774, -95.314', R],
  ])('%s is taken out as well', (_name, at, text, redacted) => {
    expect(redactStreet(text, at)).toBe(redacted)
  })

  it.each([
    ['/photos/1418-sumpter-st/front.jpg', true],
    ['/photos/1418%20Sumpter%20Street.jpg', true],
    ['/photos/SUMPTER_kitchen.jpg', true],
    ['/drawings/seeded/0012-kitchen.svg', false],
    ['/photos/5f2c9a.jpg', false],
    ['/photos/0141800a1418bc00112233445566778899aa.webp', false],
  ])('the file name %s tells it: %s', (name, tells) => {
    expect(tellsStreet(name, SUMPTER)).toBe(tells)
  })
})

describe('a text that tells no street', () => {
  it.each([
    ['a town', place('9 Houston Street'), 'Duplex in Houston, Harris County'],
    ['a word that is the name', place('12 Park Lane'), 'Two blocks from the park, 3 bedrooms'],
    ['a word of any listing', place('77 Garden Street'), 'A Garden tub and a garden'],
    ['prices', SUMPTER, 'Asking $141,800, ARV $241,000 at 176.50 a foot, repairs 28.5 to 36.0'],
    ['a price like the number of the house', SUMPTER, 'Rents for $1,418 a month, $1418 in 2024'],
    ['a size like it', SUMPTER, '1418 sqft, 1,418 sq ft, 1418 SF on 5,000 sqft'],
    ['years', place('1962 Sumpter St'), 'Built in 1962, new roof 2019, built 1962'],
    ['counts', SUMPTER, '3 bed 2 bath, 2 car garage, 14 windows, 18 months left'],
    ['amounts with commas', SUMPTER, 'ARV 241,000 / 160,000, 29,783 to 95,370 a year, 1,418,000 in all'],
    ['numbers after a unit', SUMPTER, 'Unit 15R 270 sqft, 2B 100000 1200000 budget'],
    ['shares and rates', SUMPTER, '14.18% return, 29.78% down, rates at 7.25'],
    ['distances', SUMPTER, '29.78 miles to the coast and 95.37 acres behind'],
    ['dates and times', SUMPTER, 'Open 1/4 from 2:00 to 4:18 PM; closing 2026-11-23'],
    ['times and spans', SUMPTER, 'Showings 2:30-4:45, units 29-47, call 800-295-9522'],
    ['phones', SUMPTER, 'Call (713) 284-1123 or 713-555-0145 ext 4'],
    ['roads nearby', SUMPTER, 'Minutes from I-10, Hwy 59 and the Medical Center; quiet street'],
    ['corners of a house', SUMPTER, 'Corner lot, breakfast corner, the corner of convenience and comfort'],
    ['and between words', SUMPTER, 'Brick & stone, bath and a half, roof and HVAC updated'],
    ['a plus', SUMPTER, '2+1 split, C+ area, $20k+ spread, 3+ units'],
    ['dotted words', SUMPTER, 'e.g. A.C. and www.example.com/deals, more at https://example.com'],
    ['sites and files', SUMPTER, 'See deals.example.com, docs.acme.homes'],
    ['model numbers', SUMPTER, 'Furnace 58cva110, MLS 98765432, code 8bedrooms'],
    ['a ZIP code', SUMPTER, 'Houston, TX 77026'],
    ['a lot', place('1418 Sumpter St'), 'Lot of 7,000 sq ft, lot size 0.16 acres'],
    ['similar words', SUMPTER, 'Sumptuous kitchen, computer nook'],
    ['a parcel that is none', place('5 Elm St', { parcel: 'N/A' }), 'N/A on taxes'],
    ['a price like the parcel', place('5 Elm St', { parcel: '125000' }), 'Now $125,000, was 125,000 dollars'],
    ['emoji and accents', SUMPTER, 'Señora’s café 🏠 – “as is”, ½ bath'],
  ])('keeps %s', (_what, at, text) => {
    expect(redactStreet(text, at)).toBe(text)
    expect(revealingParts(text, at)).toEqual([])
  })
})

describe('a text with markup', () => {
  it.each([
    ['within a word', '<p>Sum<em>pter</em> Street</p>', `<p>${R}<em></em></p>`],
    ['around a word', '<p>1418 <strong>Sumpter</strong> St.</p>', `<p>${R}<strong></strong>.</p>`],
    ['with signs by their number', '<p>&#83;umpter&nbsp;St</p>', `<p>${R}</p>`],
    ['with a sign nobody sees', '<p>Sum&shy;pter</p>', `<p>${R}</p>`],
    [
      'with other entities',
      '<p>Brick &amp; stone, Sumpter &amp; Lyons</p>',
      `<p>Brick &amp; stone, ${R}</p>`,
    ],
    ['in another paragraph', '<p>Built 1962</p><p>Sumpter St</p>', `<p>Built 1962</p><p>${R}</p>`],
  ])('%s loses the street and keeps its tags', (_what, html, redacted) => {
    expect(redactStreetInHtml(html, SUMPTER)).toBe(redacted)
  })
})

describe('whatever a seller writes', () => {
  const sign = fc.constantFrom('\u200b', '\u00ad', '\u2060', '\u0301', '')
  const HIDDEN: Readonly<Record<string, string>> = { u: 'ս', m: 'ｍ', p: 'р', e: 'е', S: 'Ѕ', t: '𝐭' }
  /** Each letter may have an invisible sign behind it, be a look-alike or be written large. */
  const disguised = (word: string) =>
    fc
      .tuple(
        ...[...word].map((letter) =>
          fc.tuple(sign, fc.constantFrom(letter, letter.toUpperCase(), lookAlike(letter))),
        ),
      )
      .map((letters) => letters.map(([unseen, letter]) => letter + unseen).join(''))
  const lookAlike = (letter: string) => (letter === 'u' ? letter : (HIDDEN[letter] ?? letter))

  it('the street is found in any disguise, in any surroundings, and nothing around it is lost', () => {
    const words = fc.constantFrom('Vacant, ', 'ARV 241,000. ', 'Brick ranch on ', '3/2 at ', '')
    fc.assert(
      fc.property(
        words,
        disguised('Sumpter'),
        fc.constantFrom(' Street', ' st', ''),
        words,
        (before, name, kind, after) => {
          const redacted = redactStreet(`${before}1418 ${name}${kind}; ${after}`, SUMPTER)
          expect(redacted).toBe(`${before}${R}; ${after}`)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('what is found lies within the text, in order and apart', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('1418', 'Sumpter', ' St', ' & Lyons', '<b>', '</b>', '29.78, -95.37', '\n', '$', ' '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isHtml) => {
        const text = pieces.join('')
        let at = 0
        for (const [start, end] of revealingParts(text, SUMPTER, { isHtml })) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 400 },
    )
  })
})
