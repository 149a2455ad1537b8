/** The portrait: uploaded as a form, stored in the database, served under an address that changes with it. */
import { randomBytes } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { currentCustomer } from '#server/accounts/login/current-user.ts'
import { NOW } from '#server/core/database/now.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createTurns } from '#server/providers/files/in-turn.ts'
import {
  AVATAR_MAX_BYTES,
  AVATAR_MAX_PIXELS,
  AVATAR_SIZE_PX,
  AVATARS_PER_HOUR,
} from '#shared/contract/limits.ts'
import { removeAvatar, updateAvatar } from '#shared/contract/profile.ts'
import type { ProfileDeps } from './profile-deps.ts'

const HOUR_MS = 3_600_000
const VERSION_BYTES = 12
const FOR_EVER = 'public, max-age=31536000, immutable'

export function registerAvatar(app: FastifyInstance, deps: ProfileDeps): void {
  const { db } = deps
  const uploads = app.createThrottle('avatars', AVATARS_PER_HOUR, HOUR_MS)
  const makePortrait = createPortraitMaker()

  // In a scope of its own: forms with files are read here and nowhere else.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: AVATAR_MAX_BYTES, files: 1, fields: 1, parts: 2 } })
    serve(scope, updateAvatar, async ({ me, request }) => {
      await uploads.take(String(me.id))
      const bytes = await makePortrait(await uploadedFile(request))
      // Random, so that an address cannot be guessed from another.
      const version = randomBytes(VERSION_BYTES).toString('hex')
      await db
        .insertInto('avatars')
        .values({ customer_id: me.id, version, bytes })
        .onConflict((clash) => clash.column('customer_id').doUpdateSet({ version, bytes, created_at: NOW }))
        .execute()
      return { data: await currentCustomer(deps, me.id) }
    })
  })

  serve(app, removeAvatar, async ({ me }) => {
    await db.deleteFrom('avatars').where('customer_id', '=', me.id).execute()
    await db.updateTable('customers').set({ photo: null }).where('id', '=', me.id).execute()
    return { data: await currentCustomer(deps, me.id) }
  })

  app.get<{ Params: { customer: string; file: string } }>(
    '/avatars/:customer/:file',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const version = /^([0-9a-f]{24})\.webp$/.exec(params.file)?.[1]
      if (version === undefined || !/^[1-9]\d{0,15}$/.test(params.customer)) throw notFound()
      // By primary key.
      const row = await db
        .selectFrom('avatars')
        .select('bytes')
        .where('customer_id', '=', Number(params.customer))
        .where('version', '=', version)
        .executeTakeFirst()
      if (!row) throw notFound()
      return reply.header('Cache-Control', FOR_EVER).type('image/webp').send(Buffer.from(row.bytes))
    },
  )
}

/** The file of the field `avatar`. Throws 422 on it. */
async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw invalid({ avatar: [NOT_A_PICTURE] })
  try {
    const part = await request.file()
    if (part?.fieldname === 'avatar') return await part.toBuffer()
    part?.file.resume()
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw invalid({ avatar: ['This picture is larger than 5 MB. Choose a smaller one.'] })
    throw invalid({ avatar: ['The upload did not arrive whole. Try again.'] })
  }
  throw invalid({ avatar: [NOT_A_PICTURE] })
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const TIMEOUT_S = 15

/**
 * Turns an uploaded picture into the portrait that is stored: square, of one size, WebP, without anything the camera
 * wrote into it.
 */
const NOT_A_PICTURE = 'Choose a JPEG, PNG or WebP picture.'
const UNREADABLE = 'This picture is damaged and cannot be read. Choose another one.'
const TOO_MANY_PIXELS = 'This picture has too many pixels. Choose one of at most 50 megapixels.'

/**
 * Throws 422 on `avatar`, and 429 while too many wait. The type is found in the bytes; name and stated type are
 * ignored.
 */
export function createPortraitMaker(): (bytes: Buffer) => Promise<Buffer> {
  const inTurn = createTurns()
  return (bytes) => inTurn(() => convert(bytes))
}

async function convert(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !TYPES.includes(type.mime)) throw refused(NOT_A_PICTURE)
  const picture = sharp(bytes, { limitInputPixels: AVATAR_MAX_PIXELS, failOn: 'error', sequentialRead: true })
  try {
    const { format, width = 0, height = 0 } = await picture.metadata()
    if (`image/${format}` !== type.mime) throw refused(NOT_A_PICTURE)
    if (width * height > AVATAR_MAX_PIXELS) throw refused(TOO_MANY_PIXELS)
    // Turned as the camera was held before the note about it is dropped; metadata is not written unless asked for.
    return await picture
      .autoOrient()
      .resize(AVATAR_SIZE_PX, AVATAR_SIZE_PX, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer()
  } catch (error) {
    if (error instanceof Error && error.message.includes('pixel limit')) throw refused(TOO_MANY_PIXELS)
    throw error instanceof Error && error.name === 'Refusal' ? error : refused(UNREADABLE)
  }
}

const QUALITY = 82
const refused = (text: string) => invalid({ avatar: [text] })
