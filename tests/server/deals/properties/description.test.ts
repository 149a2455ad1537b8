/** Descriptions come from strangers and stand on our page. */
import { describe, expect, it } from 'vitest'
import { cleanDescription } from '#server/deals/properties/description.ts'
import { plainDescription } from '#shared/rules/deals/description-text.ts'

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

  it.each([
    [
      'paragraphs',
      '<p>Roof of 2021.</p>\n<p>A &amp; B,\n  both vacant.</p>',
      'Roof of 2021.\n\nA & B, both vacant.',
    ],
    ['line breaks', '<p>Roof<br />of 2021.</p><p>Vacant.</p>', 'Roof\nof 2021.\n\nVacant.'],
    [
      'what an older editor wrote',
      '<div>Roof.</div><div>Vacant.<br>Gas is on.</div>',
      'Roof.\n\nVacant.\nGas is on.',
    ],
  ])('is shown to buyers as before once its seller saves %s as plain text', (_what, html, plain) => {
    expect(plainDescription(html)).toBe(plain)
    const shown = (given: string) => open(given)?.replace(/\s+/g, ' ').replaceAll('> <', '><')
    expect(shown(plain)).toBe(shown(html))
  })

  it.each([
    'Plain words.\n\nOf two paragraphs, 1 < 2.',
    '<p>A list:</p><ul><li>Roof</li></ul>',
    '<p>See <a href="https://x.example">the report</a>.</p>',
    '<p class="lead">Roof</p>',
  ])('stays as it is written in the editor: %s', (html) => {
    expect(plainDescription(html)).toBe(html)
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
