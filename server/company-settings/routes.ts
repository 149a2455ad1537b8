/** Company settings, saved replies and who looks after whom, over HTTP. */
import type { FastifyInstance } from 'fastify'
import { ownConversation } from '#server/desk/rules.ts'
import { receiveFile, registerUploads } from '#server/files/receive-file.ts'
import { memberOf, type Principal } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { createPhotoMaker, photoKeyOf } from '#server/listing/image-files.ts'
import type { RoomDeps } from '#server/rooms.ts'
import {
  deskAddSavedReply,
  deskAssignChat,
  deskChangeSavedReply,
  deskCompany,
  deskMembers,
  deskRemoveLogo,
  deskRemoveSavedReply,
  deskSaveCompany,
  deskSavedReplies,
  deskSetRole,
  deskUploadLogo,
} from '#shared/contract/desk-company.ts'
import { AVATAR_MAX_BYTES, AVATARS_PER_HOUR, LOGO_MAX_PX } from '#shared/contract/limits.ts'
import { administratorOf } from './administrator.ts'
import { companyWire, saveCompany } from './company.ts'
import { assignChat, colleagues, setRole } from './members.ts'
import { addReply, changeReply, removeReply, savedReplies } from './replies.ts'

const HOUR_MS = 3_600_000

export function registerCompanySettings(app: FastifyInstance, deps: RoomDeps): void {
  registerCompany(app, deps)
  registerLogo(app, deps)
  registerMembers(app, deps)
  registerReplies(app, deps)
}

function registerCompany(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps

  serve(app, deskCompany, async ({ who }) => {
    const { accountId } = await administratorOf(db, who)
    return { data: await companyWire(deps, accountId) }
  })

  serve(app, deskSaveCompany, async ({ body, who }) => {
    const { accountId } = await administratorOf(db, who)
    await saveCompany(db, accountId, body)
    return { data: await companyWire(deps, accountId) }
  })
}

function registerLogo(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const { files } = deps.parts
  const maker = createPhotoMaker(files)
  const uploads = createThrottle(AVATARS_PER_HOUR, HOUR_MS)
  /** The file that nothing shows any more goes after the row has changed. */
  const setLogo = async (accountId: number, url: string | null) => {
    const before = await db
      .selectFrom('accounts')
      .select('logo_url')
      .where('id', '=', accountId)
      .executeTakeFirst()
    await db.updateTable('accounts').set({ logo_url: url }).where('id', '=', accountId).execute()
    const key = photoKeyOf(before?.logo_url ?? null)
    if (key !== null) await files.delete(key)
    return { data: await companyWire(deps, accountId) }
  }

  registerUploads(app, (scope) => {
    serve(scope, deskUploadLogo, async ({ who, request }) => {
      const { accountId } = await administratorOf(db, who)
      uploads.take(String(accountId))
      const { bytes } = await receiveFile(request, {
        ...{ field: 'logo', maxBytes: AVATAR_MAX_BYTES },
        types: ['image/jpeg', 'image/png', 'image/webp'],
      })
      return setLogo(accountId, await maker.picture('logo', bytes, LOGO_MAX_PX))
    })
  })

  serve(app, deskRemoveLogo, async ({ who }) => {
    const { accountId } = await administratorOf(db, who)
    return setLogo(accountId, null)
  })
}

function registerMembers(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, deskMembers, async ({ who }) => ({ data: await colleagues(db, memberOf(who).accountId) }))

  serve(app, deskSetRole, async ({ params, body, who }) => {
    const me = await administratorOf(db, who)
    await setRole(db, me, { memberId: params.member, role: body.role })
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, deskAssignChat, async ({ params, body, who }) => {
    const of = await ownConversation(db, who, params.customer)
    await assignChat(db, of, body.member_id)
  })
}

function registerReplies(app: FastifyInstance, { db }: RoomDeps): void {
  const all = async (who: Principal | null) => ({ data: await savedReplies(db, memberOf(who).accountId) })

  serve(app, deskSavedReplies, ({ who }) => all(who))
  serve(app, deskAddSavedReply, async ({ body, who }) => {
    await addReply(db, memberOf(who).accountId, body)
    return all(who)
  })
  serve(app, deskChangeSavedReply, async ({ params, body, who }) => {
    await changeReply(db, { accountId: memberOf(who).accountId, id: params.reply }, body)
    return all(who)
  })
  serve(app, deskRemoveSavedReply, async ({ params, who }) => {
    await removeReply(db, { accountId: memberOf(who).accountId, id: params.reply })
    return all(who)
  })
}
