import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPortraitMaker } from '#server/accounts/profile/avatar-routes.ts'
import { AVATARS_WAITING_MAX } from '#shared/contract/limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const URL_OF_UPLOAD = '/customer/api/auth/update-avatar'
const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }

/** Uploads bytes as a browser's form does. */
async function upload(
  who: Person,
  bytes: Uint8Array,
  { name = 'avatar', type = 'image/jpeg', headers = {} } = {},
) {
  const form = new FormData()
  form.append(name, new Blob([new Uint8Array(bytes)], { type }), 'me.jpg')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const response = await server.app.inject({
    method: 'POST',
    url: URL_OF_UPLOAD,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}

const photoOf = async (who: Person): Promise<string | null> =>
  (await server.call('GET', '/customer/api/auth/user', { token: who.token })).body.data.photo

/** Red on the left, blue on the right. */
const twoColors = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: BLUE } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: RED } }, left: 0, top: 0 },
  ])

async function served(path: string) {
  const response = await server.app.inject({ method: 'GET', url: path })
  return { response, bytes: response.rawPayload }
}

describe('a portrait', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'from a %s becomes a square WebP under a lasting address',
    async (format) => {
      const dana = await server.addCustomer()
      const { status } = await upload(dana, await twoColors(800, 400).toFormat(format).toBuffer())
      expect(status).toBe(200)
      const photo = await photoOf(dana)
      expect(photo).toMatch(new RegExp(`^/avatars/${dana.id}/[0-9a-f]{24}\\.webp$`))
      const { response, bytes } = await served(photo ?? '')
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    },
  )

  it('is turned as the camera was held, and loses what the camera wrote into it', async () => {
    const dana = await server.addCustomer()
    const taken = await twoColors(400, 400)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Dana' }, IFD3: { GPSLatitude: '29/1 45/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await sharp(taken).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    await upload(dana, taken)
    const { bytes } = await served((await photoOf(dana)) ?? '')
    const read = await sharp(bytes).metadata()
    expect([read.exif, read.xmp, read.iptc, read.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    // A quarter to the right: what was left is now above.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
    expect(redAt(256, 20)).toBeGreaterThan(150)
    expect(redAt(256, 490)).toBeLessThan(100)
  })

  it('gets another address when it changes; the old one is gone', async () => {
    const dana = await server.addCustomer()
    const picture = await twoColors(64, 64).png().toBuffer()
    await upload(dana, picture)
    const before = await photoOf(dana)
    await upload(dana, picture)
    expect(await photoOf(dana)).not.toBe(before)
    expect((await served(before ?? '')).response.statusCode).toBe(404)
  })

  it('can be taken away', async () => {
    const dana = await server.addCustomer()
    await upload(dana, await twoColors(64, 64).png().toBuffer())
    const photo = await photoOf(dana)
    const answer = await server.call('DELETE', '/customer/api/auth/avatar', { token: dana.token })
    expect(answer.body.data.photo).toBeNull()
    expect((await served(photo ?? '')).response.statusCode).toBe(404)
  })

  it('that another customer uploads does not touch this one', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const picture = await twoColors(64, 64).png().toBuffer()
    await upload(dana, picture)
    const photo = await photoOf(dana)
    await upload(eli, picture)
    expect(await photoOf(dana)).toBe(photo)
  })
})

describe('what is no portrait', () => {
  const reason = async (bytes: Uint8Array, options = {}) => {
    const dana = await server.addCustomer()
    const { status, body } = await upload(dana, bytes, options)
    expect(await photoOf(dana)).toBeNull()
    return [status, body.errors?.avatar?.[0]]
  }

  it.each([
    ['a text that calls itself a picture', Buffer.from('hello, I am a picture')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused by its content', async (_name, bytes) => {
    expect(await reason(bytes)).toEqual([422, 'Choose a JPEG, PNG or WebP picture.'])
  })

  it('half a picture is refused', async () => {
    const whole = await twoColors(600, 600).jpeg().toBuffer()
    expect(await reason(whole.subarray(0, whole.length / 2))).toEqual([422, expect.stringMatching(/damaged/)])
  })

  it('a small file that claims to be enormous is not unfolded', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: RED } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await reason(bomb)).toEqual([422, expect.stringMatching(/too many pixels/)])
  })

  it('more than 5 MB is refused with words', async () => {
    expect(await reason(Buffer.alloc(5 * 1024 * 1024 + 1))).toEqual([
      422,
      expect.stringMatching(/larger than 5 MB/),
    ])
  })

  it('another field, and no form at all', async () => {
    const picture = await twoColors(64, 64).png().toBuffer()
    expect(await reason(picture, { name: 'photo' })).toEqual([422, 'Choose a JPEG, PNG or WebP picture.'])
    const dana = await server.addCustomer()
    const answer = await server.call('POST', URL_OF_UPLOAD, { token: dana.token, body: { avatar: 'me.png' } })
    expect([answer.status, answer.body.errors.avatar]).toEqual([422, ['Choose a JPEG, PNG or WebP picture.']])
  })

  it('a visitor gets 401 before anything is read', async () => {
    const picture = await twoColors(64, 64).png().toBuffer()
    expect((await upload({ id: 0, email: '', token: 'nobody' }, picture)).status).toBe(401)
  })
})

it('forms with files are read by the upload alone', async () => {
  const dana = await server.addCustomer()
  const answer = await server.call('POST', '/customer/api/auth/update-profile', {
    token: dana.token,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="company"\r\n\r\nMine\r\n--x--\r\n',
  })
  expect(answer.status).toBe(415)
})

describe('uploads in a row', () => {
  it('wait in a line that has an end, and move up when it gets shorter', async () => {
    const make = createPortraitMaker()
    const picture = await twoColors(40, 40).png().toBuffer()
    const waiting = Array.from({ length: AVATARS_WAITING_MAX }, () => make(picture))
    await expect(make(picture)).rejects.toMatchObject({ status: 429 })
    await Promise.all(waiting)
    expect((await make(picture)).length).toBeGreaterThan(0)
  })
})
