/** A file is what it says it is, or it is refused in words that say what to do; no file does more harm than to fail. */
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { problemIn, renderFirstPage } from '#server/providers/files/check-contents.ts'
import { HEIC, JPG, PDF, PNG } from '#tests/support/uploads.ts'

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page = (resources = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`
const stream = (dictionary: string, data: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${Buffer.byteLength(data)} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ])

/** Without a table of where the objects are: readers look for them. */
const pdfOf = (objects: readonly (string | Buffer)[], trailer = '') =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n%%EOF\n`),
  ])

/** 400 MB of zeros in half a megabyte: one compressed megabyte, again and again. */
const bomb = () => {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: 3 })
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 400 }, () => megabyte)])
}

/** Each form draws the next one ten times. */
const tower = (height: number) =>
  Array.from({ length: height }, (_, index) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources << /XObject << /F ${6 + index} 0 R >> >>`,
      '/F Do '.repeat(10),
    ),
  )

const PAGES = 501
const LOCK = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'a1'.repeat(32)}> /U <${'b2'.repeat(32)}> /P -4 >> /ID [<00> <00>]`

describe('a PDF', () => {
  it.each([
    ['a letter', PDF],
    ['a page with nothing on it', pdfOf([CATALOG, ONE_PAGE, page(), stream('', '')])],
    [
      'a page as large as a field',
      pdfOf([CATALOG, ONE_PAGE, page().replace('612 792', '900000 900000'), stream('', '0 0 9 9 re f')]),
    ],
  ])('is taken as %s', async (_, bytes) => {
    expect(await problemIn(bytes, 'application/pdf')).toBeNull()
  })

  it.each([
    ['words after its first line', Buffer.from('%PDF-1.4\nnot a bank statement'), /damaged or was cut off/],
    [
      'words between its first and its last line',
      Buffer.from('%PDF-1.4\nnot a bank statement\n%%EOF\n'),
      /damaged/,
    ],
    ['no pages', pdfOf([CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>']), /damaged or was cut off/],
    [
      'more pages than anybody reads',
      pdfOf([
        CATALOG,
        `<< /Type /Pages /Kids [${Array.from({ length: PAGES }, (_, n) => `${n + 3} 0 R`).join(' ')}] /Count ${PAGES} >>`,
        ...Array.from({ length: PAGES }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'),
      ]),
      /more than 500 pages/,
    ],
    ['a password', pdfOf([CATALOG, ONE_PAGE, page(), stream('', '')], LOCK), /asks for a password/],
    [
      'a decompression bomb',
      pdfOf([CATALOG, ONE_PAGE, page(), stream('/Filter /FlateDecode', bomb())]),
      /takes too much to draw/,
    ],
    [
      'forms that draw each other a trillion times',
      pdfOf([CATALOG, ONE_PAGE, page('/XObject << /F 5 0 R >>'), stream('', '/F Do'), ...tower(12)]),
      /takes too much to draw/,
    ],
  ])('is refused with %s', async (_, bytes, words) => {
    expect(await problemIn(bytes, 'application/pdf')).toMatch(words)
  })

  it('that takes too long is given up, and the next one is looked at', async () => {
    expect(await renderFirstPage(PDF, 1)).toBe('too heavy')
    expect(await renderFirstPage(PDF)).toBe('rendered')
  })
})

/** A small PNG whose header, in order as it is, claims 3,600 megapixels. */
const enormous = () => {
  const bytes = Buffer.from(PNG)
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

describe('a picture', () => {
  it.each([
    ['image/jpeg', JPG],
    ['image/png', PNG],
    ['image/heic', HEIC],
  ] as const)('is taken as %s', async (type, bytes) => {
    expect(await problemIn(bytes, type)).toBeNull()
  })

  test('that was cut off is refused', async () => {
    const raw = { create: { width: 300, height: 300, channels: 3, background: '#4a7c59' } } as const
    const whole = await sharp(raw).jpeg().toBuffer()
    expect(await problemIn(whole.subarray(0, whole.length / 2), 'image/jpeg')).toMatch(/damaged/)
    expect(await problemIn(PNG.subarray(0, 50), 'image/png')).toMatch(/damaged/)
    expect(await problemIn(HEIC.subarray(0, 300), 'image/heic')).toMatch(/damaged/)
  })

  test('that says it is enormous is refused before it is decoded', async () => {
    expect(await problemIn(enormous(), 'image/png')).toMatch(/too many pixels/)
  })

  test('that only begins like one is refused', async () => {
    expect(await problemIn(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0xff, 0xd9]), 'image/jpeg')).toMatch(
      /damaged/,
    )
    expect(await problemIn(Buffer.concat([HEIC.subarray(0, 28), Buffer.alloc(64)]), 'image/heic')).toMatch(
      /damaged/,
    )
  })
})
