/** Descriptions come from strangers and stand on our page. */
import { describe, expect, it } from 'vitest'
import { cleanDescription } from '#server/deals/properties/description.ts'

const row = { address: '1418 Sumpter Street', city: 'Houston', state: 'TX', county: 'Harris', parcel: null }
const open = (html: string) => cleanDescription(html, { row, isHidden: false })

describe('a description', () => {
  it.each([
    ['paragraphs and lists', '<p>A<br />b</p><ul><li><strong>c</strong></li></ul>'],
    ['no markup at all', 'Just words &amp; numbers'],
  ])('keeps %s', (_what, html) => {
    expect(open(html)).toBe(html)
  })

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['what an element would do', '<p onclick="x()" style="position:fixed" class="z">a</p>', '<p>a</p>'],
    ['pictures and frames', '<img src=x onerror=y><iframe src="https://x.example"></iframe>ok', 'ok'],
    ['what is no address of a page', '<a href="javascript:alert(1)">a</a>', '<a rel="nofollow ugc">a</a>'],
    ['what was never closed', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
  ])('loses or mends %s', (_what, html, clean) => {
    expect(open(html)).toBe(clean)
  })

  it('keeps no target of a link that tells another hidden deal’s address', () => {
    const other = { ...row, address: '77 Bringhurst Street' }
    const shown = (href: string) =>
      cleanDescription(`<a href="${href}">a</a>`, { row, isHidden: false, others: [other] })
    expect(shown('https://x.example/77%20Bringhurst-Street')).toBe('<a rel="nofollow ugc">a</a>')
    expect(shown('https://x.example/park')).toContain('href="https://x.example/park"')
  })

  it('vouches for none of its links', () => {
    expect(open('<a href="https://x.example/a" target="_top" rel="me">a</a>')).toBe(
      '<a href="https://x.example/a" rel="nofollow ugc">a</a>',
    )
  })

  it('has neither the street nor links while the address is hidden', () => {
    const html = '<p>1418 <em>Sumpter</em> St: <a href="https://maps.example/?q=1418+Sumpter">map</a></p>'
    const clean = cleanDescription(html, { row, isHidden: true })
    expect(clean).not.toMatch(/sumpter|href|maps/i)
    expect(clean).toContain('map')
  })

  it('that is empty once it is clean is none', () => {
    expect(open('<script>x</script> ')).toBeNull()
    expect(cleanDescription(null, { row, isHidden: false })).toBeNull()
  })
})
