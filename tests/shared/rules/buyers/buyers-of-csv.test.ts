import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from '#shared/format/csv.ts'
import { buyersOfCsv, buyersOfPasted, cellsOfCsv } from '#shared/rules/buyers/buyers-of-csv.ts'
import { textOfCsv } from '#shared/rules/buyers/text-of-csv.ts'

const ASKED = { allAgreed: false }

describe('the file of a list', () => {
  it.each([
    ['UTF-8', Buffer.from('José', 'utf8')],
    ['the letters of Windows', Buffer.from('José', 'latin1')],
    ['UTF-16, as Excel names “Unicode text”', Buffer.from('\ufeffJosé', 'utf16le')],
  ])('is read in %s', (_name, { buffer, byteOffset, byteLength }) => {
    expect(textOfCsv(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)).toBe('José')
  })

  it('may be empty', () => {
    expect(textOfCsv(new ArrayBuffer(0))).toBe('')
  })
})

describe('pasted buyers', () => {
  it('are one a line, with email, phone and name in any order', () => {
    const text =
      'Ann Cole, ann@example.com, (281) 555-0142\n\n"Bo Diaz" <bo@example.com>\n+1 713 555 0175\tcy@example.com\nno email here'
    const { problem, rows } = buyersOfPasted(text, ASKED)
    expect(problem).toBeNull()
    expect(rows.map(({ line, email, name, phone }) => [line, email, name, phone])).toEqual([
      [1, 'ann@example.com', 'Ann Cole', '(281) 555-0142'],
      [3, 'bo@example.com', 'Bo Diaz', undefined],
      [4, 'cy@example.com', undefined, '+1 713 555 0175'],
      [5, '', 'no email here', undefined],
    ])
  })

  it('are rows of a spreadsheet when the names of its columns come along', () => {
    const text = 'First name\tLast name\tEmail\tConsent\nAnn\tCole\tann@example.com\tyes'
    const { rows } = buyersOfPasted(text, ASKED)
    expect(rows).toMatchObject([{ line: 2, email: 'ann@example.com', name: 'Ann Cole', has_consent: true }])
  })
})

describe('a list of buyers', () => {
  it('is read by the names of its columns, whatever their order', () => {
    const text = 'Tags,Last name,First name,E-mail\n"cash; flips",Whitfield,Dana,dana@example.com\n'
    expect(buyersOfCsv(text, ASKED)).toEqual({
      problem: null,
      saysConsent: false,
      hasProofs: false,
      rows: [
        {
          line: 2,
          email: 'dana@example.com',
          name: 'Dana Whitfield',
          tags: ['cash', 'flips'],
          has_consent: false,
        },
      ],
    })
  })

  it.each([
    ['yes', true],
    ['Opted in', true],
    ['no', false],
    ['', false],
    ['maybe', false],
  ])('with “%s” under consent says %s, whatever is said of all', (word, has_consent) => {
    const { rows, saysConsent } = buyersOfCsv(`email,consent\na@example.com,${word}`, { allAgreed: true })
    expect([saysConsent, rows[0]?.has_consent]).toEqual([true, has_consent])
  })

  it('without such a column has the consent that is said of all of it', () => {
    expect(buyersOfCsv('email\na@example.com', { allAgreed: true }).rows[0]?.has_consent).toBe(true)
  })

  it('has the proof of consent for each channel, and the phone', () => {
    const text =
      'email,phone,email consent,email consent date,text consent,text consent date\n' +
      'a@example.com,(713) 284-0142,form on our site,2026-03-01,signed at open house,3/2/2026\n' +
      'b@example.com,,,,,\n'
    const { rows, saysConsent, hasProofs } = buyersOfCsv(text, { allAgreed: true })
    expect([saysConsent, hasProofs]).toEqual([true, true])
    expect(rows).toMatchObject([
      {
        phone: '(713) 284-0142',
        has_consent: true,
        consents: {
          email: { how: 'form on our site', at: '2026-03-01' },
          sms: { how: 'signed at open house', at: '3/2/2026' },
        },
      },
      { has_consent: false, consents: {} },
    ])
  })

  it('without proofs has the one that is given of all who agreed, for emails', () => {
    const proof = { how: 'form on our site', at: '2026-03-01' }
    const { rows } = buyersOfCsv('email,consent\na@example.com,yes\nb@example.com,no', {
      allAgreed: false,
      proof,
    })
    expect(rows.map(({ consents }) => consents)).toEqual([{ email: proof }, undefined])
  })

  it('keeps the numbers of its lines, also behind empty ones', () => {
    const { rows } = buyersOfCsv('email;name\n\na@example.com;Ann\n;\nb@example.com;Ben', ASKED)
    expect(rows.map(({ line, name }) => [line, name])).toEqual([
      [3, 'Ann'],
      [5, 'Ben'],
    ])
  })

  it.each([
    ['an empty file', '', /email/],
    ['one without names of columns', 'dana@example.com\nerin@example.com', /email/],
    ['one without buyers', 'email,name\n,\n', /no buyer/],
  ])('is refused when it is %s', (_, text, problem) => {
    expect(buyersOfCsv(text, ASKED)).toMatchObject({ rows: [], problem: expect.stringMatching(problem) })
  })
})

it('cells come back as they were, with quotes, commas and breaks in them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é') })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(table, (lines) => {
      const file = csvOf([['x', 'y'], ...lines])
      expect(cellsOfCsv(file).slice(1, -1)).toEqual(lines)
    }),
  )
})
