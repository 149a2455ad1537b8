/** The portrait: uploaded as a form, stored in the database, served under an address that changes with it. */
import { randomBytes } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentCustomer } from '#server/accounts/login/current-user.ts'
import { NOW } from '#server/core/database/now.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import { AVATAR_MAX_BYTES, AVATARS_PER_HOUR } from '#shared/contract/limits.ts'
import { removeAvatar, updateAvatar } from '#shared/contract/profile.ts'
import { createPortraitMaker, NOT_A_PICTURE } from './portrait.ts'
import type { ProfileDeps } from './profile-deps.ts'

const HOUR_MS = 3_600_000
const VERSION_BYTES = 12
const FOR_EVER = 'public, max-age=31536000, immutable'

export function registerAvatar(app: FastifyInstance, deps: ProfileDeps): void {
  const { db } = deps
  const uploads = createThrottle(AVATARS_PER_HOUR, HOUR_MS)
  const makePortrait = createPortraitMaker()

  // In a scope of its own: forms with files are read here and nowhere else.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: AVATAR_MAX_BYTES, files: 1, fields: 1, parts: 2 } })
    serve(scope, updateAvatar, async ({ me, request }) => {
      uploads.take(String(me.id))
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
