/** Company settings, saved replies and who looks after whom, over HTTP. */
import type { FastifyInstance } from 'fastify'
import { requireAdministrator } from '#server/accounts/login/administrator.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import { createPhotoMaker, photoKeyOf } from '#server/deals/listing/image-files.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { deleteFiles, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import { ownConversation } from '#server/sellers/conversations/rules.ts'
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

  serve(app, deskCompany, async ({ me }) => {
    await requireAdministrator(db, me)
    const { accountId } = me
    return { data: await companyWire(deps, accountId) }
  })

  serve(app, deskSaveCompany, async ({ body, me }) => {
    await requireAdministrator(db, me)
    const { accountId } = me
    await saveCompany(db, accountId, body)
    return { data: await companyWire(deps, accountId) }
  })
}

function registerLogo(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const maker = createPhotoMaker(deps.parts.files)
  const uploads = createThrottle(AVATARS_PER_HOUR, HOUR_MS)
  /** The file that nothing shows any more goes after the row has changed. */
  const setLogo = async (accountId: number, url: string | null) => {
    const keys = await db.transaction().execute(async (trx) => {
      const before = await trx
        .selectFrom('accounts')
        .select('logo_url')
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirst()
      await trx.updateTable('accounts').set({ logo_url: url }).where('id', '=', accountId).execute()
      const replaced = photoKeyOf(before?.logo_url ?? null)
      const unused = replaced === null ? [] : [replaced]
      await queueFileDeletions(trx, unused)
      return unused
    })
    await deleteFiles(deps, keys)
    return { data: await companyWire(deps, accountId) }
  }

  registerUploads(app, (scope) => {
    serve(scope, deskUploadLogo, async ({ me, request }) => {
      await requireAdministrator(db, me)
      const { accountId } = me
      uploads.take(String(accountId))
      const { bytes } = await receiveFile(request, {
        ...{ field: 'logo', maxBytes: AVATAR_MAX_BYTES },
        ...{ types: ['image/jpeg', 'image/png', 'image/webp'], isRedrawn: true },
      })
      return setLogo(accountId, await maker.picture('logo', bytes, LOGO_MAX_PX))
    })
  })

  serve(app, deskRemoveLogo, async ({ me }) => {
    await requireAdministrator(db, me)
    const { accountId } = me
    return setLogo(accountId, null)
  })
}

function registerMembers(app: FastifyInstance, { db }: RoomDeps): void {
  serve(app, deskMembers, async ({ me }) => ({ data: await colleagues(db, me.accountId) }))

  serve(app, deskSetRole, async ({ params, body, me }) => {
    await requireAdministrator(db, me)
    await setRole(db, me, { memberId: params.member, role: body.role })
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, deskAssignChat, async ({ params, body, me }) => {
    const of = await ownConversation(db, me, params.customer)
    await assignChat(db, of, body.member_id)
  })
}

function registerReplies(app: FastifyInstance, { db }: RoomDeps): void {
  const all = async (me: AccountPrincipal) => ({ data: await savedReplies(db, me.accountId) })

  serve(app, deskSavedReplies, ({ me }) => all(me))
  serve(app, deskAddSavedReply, async ({ body, me }) => {
    await addReply(db, me.accountId, body)
    return all(me)
  })
  serve(app, deskChangeSavedReply, async ({ params, body, me }) => {
    await changeReply(db, { accountId: me.accountId, id: params.reply }, body)
    return all(me)
  })
  serve(app, deskRemoveSavedReply, async ({ params, me }) => {
    await removeReply(db, { accountId: me.accountId, id: params.reply })
    return all(me)
  })
}
