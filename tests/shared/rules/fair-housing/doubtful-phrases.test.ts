/** Words of listings that the Fair Housing Act makes doubtful, and those that HUD's memorandum of January 9, 1995 finds harmless. */
import { describe, expect, it } from 'vitest'
import { doubtsIn, withBetterWording } from '#shared/rules/fair-housing/doubtful-phrases.ts'

describe('a doubtful phrase', () => {
  it.each([
    ['Quiet home, no children please', 'no children', 'familial status'],
    ['NO KIDS ALLOWED', 'NO KIDS ALLOWED', 'familial status'],
    ['Sorry, we don’t allow children.', 'don’t allow children', 'familial status'],
    ["We don't accept kids here", "don't accept kids", 'familial status'],
    ['Adults-only building', 'Adults-only', 'familial status'],
    ['Rented to an adult community', 'adult community', 'familial status'],
    ['Mature couple wanted', 'Mature couple', 'familial status'],
    ['Perfect for a growing family!', 'Perfect for a growing family', 'familial status'],
    ['perfect for singles', 'perfect for singles', 'familial status'],
    ['Seniors only', 'Seniors only', 'familial status'],
    ['Max 2 kids', 'Max 2 kids', 'familial status'],
    ['A safe neighborhood for families', 'safe neighborhood for families', 'familial status'],
    ['A lovely Christian home', 'Christian home', 'religion'],
    ['Close to churches and shops', 'Close to churches', 'religion'],
    ['No Muslims', 'No Muslims', 'religion'],
    ['English speaking only', 'English speaking only', 'national origin'],
    ['No Irish', 'No Irish', 'national origin'],
    ['In a Hispanic neighborhood', 'Hispanic neighborhood', 'national origin'],
    ['White family home', 'White family', 'race'],
    ['A mostly white neighborhood', 'white neighborhood', 'race'],
    ['An exclusive neighborhood', 'exclusive neighborhood', 'race'],
    ['In an integrated community', 'integrated community', 'race'],
    ['No people of color', 'No people of color', 'race'],
    ['A colored neighborhood', 'colored neighborhood', 'color'],
    ['For able-bodied buyers', 'able-bodied buyers', 'disability'],
    ['Stairs: no wheelchairs', 'no wheelchairs', 'disability'],
    ['Must be able to live independently', 'Must be able to live independently', 'disability'],
    ['No service dogs', 'No service dogs', 'disability'],
    ['Male tenants', 'Male tenants', 'sex'],
    ['Women only', 'Women only', 'sex'],
    ['No Section 8', 'No Section 8', 'source of income'],
    ['Section 8 not accepted', 'Section 8 not accepted', 'source of income'],
  ])('is found in “%s”', (text, phrase, protectedClass) => {
    const doubts = doubtsIn(text)
    expect(doubts).toMatchObject([{ phrase, protectedClass }])
    const [{ start, end, reason, better } = { start: 0, end: 0, reason: '', better: '' }] = doubts
    expect(text.slice(start, end)).toBe(phrase)
    expect([reason, better].every((words) => words !== '')).toBe(true)
  })

  it.each([
    ['No <b>children</b>', 'No children'],
    ['no&nbsp;children', 'no children'],
    ['we don&rsquo;t allow children', 'don&rsquo;t allow children'],
    ['no  \u00a0 children', 'no  \u00a0 children'],
  ])('is found through the markup of “%s”', (text, phrase) => {
    expect(doubtsIn(text)).toMatchObject([{ phrase }])
  })

  it('is the longer one of two that overlap, and every one of a text is found in order', () => {
    const text = 'No kids allowed. Women only. No wheelchairs.'
    expect(doubtsIn(text).map(({ phrase }) => phrase)).toEqual([
      'No kids allowed',
      'Women only',
      'No wheelchairs',
    ])
  })

  it('does not reach over the end of a line, a paragraph or a sentence', () => {
    expect(doubtsIn('Pets: no\nChildren’s park nearby. Smoking? No. Kids’ pool')).toEqual([])
    expect(doubtsIn('<ul><li>Garage: no</li><li>children welcome</li></ul>')).toEqual([])
  })

  it('says that the exemption for older persons exists, and that a source of income is protected in some states only', () => {
    expect(doubtsIn('Adults only')[0]?.reason).toContain('housing for older persons')
    expect(doubtsIn('No Section 8')[0]?.reason).toMatch(/federal Act does not .* several states/)
  })

  it.each([
    ['This home is perfect for families.', 'This home is comfortable.'],
    ['Perfect for a <em>young</em> family!', 'Comfortable<em></em>!'],
    ['A Christian home in Waco', 'A home in Waco'],
    ['Brick. Christian home in Waco', 'Brick. Home in Waco'],
    ['An exclusive community', 'An established neighborhood'],
  ])('“%s” can be replaced', (text, replaced) => {
    const [doubt] = doubtsIn(text)
    expect(doubt?.isWording).toBe(true)
    if (doubt) expect(withBetterWording(text, doubt)).toBe(replaced)
  })
})

describe('ordinary words', () => {
  it.each([
    // From the memorandum.
    'master bedroom, desirable neighborhood, rare find',
    'apartment complex with chapel, kosher meals available, Merry Christmas, Happy Easter',
    'mother-in-law suite, bachelor apartment, bachelor pad',
    'great view, fourth-floor walk-up, walk-in closets, jogging trails, walk to bus stop, non-smoking, sober',
    'wheelchair ramp, two bedrooms, cozy, family room, no bicycles allowed, quiet streets',
    // The property.
    'Single family, single-family rental, multi-family, great for single family rental',
    'White family room, black granite, white house, all white kitchen, white area rug, white block fence',
    'Master suite, mature trees, walking distance to the park, man cave, his and her closets, male and female plugs',
    'Spanish style, French doors, Italian marble, Mexican tile, Indian Hills, no Chinese drywall, Irish pub nearby',
    'Integrated appliances, exclusive listing, deed-restricted community, gated community, private drive',
    'disabled access ramp, handicap accessible, handicapped parking, no wheelchair access, no blind corners',
    'Perfect for family gatherings, great for family and friends, perfect for investors, ideal for a flip',
    'children’s playground, no children’s pool, family home, kids welcome, schools nearby, day care',
    'Section 8, Block 4, Section 8 tenant in place, Section 8 approved, no HOA, no repairs, no minor damage',
    // Places.
    'Church Street, near Church Street, White Oak, TX, Christian County, near Temple, TX, Jewish Community Center',
    'St. Mary’s Church is across the street, Christian Community Church, Black Forest, Colored Rock',
    // Housing for older persons is exempt.
    'senior housing 55+, 55 and older, age-restricted housing under HOPA',
  ])('raise no doubt: “%s”', (text) => {
    expect(doubtsIn(text)).toEqual([])
  })

  it('a long text with open tags takes no longer than a plain one', () => {
    const startMs = performance.now()
    expect(doubtsIn('<a'.repeat(5000) + ' no - '.repeat(1000) + 'great for a the '.repeat(500))).toEqual([])
    expect(performance.now() - startMs).toBeLessThan(1000)
  })
})
