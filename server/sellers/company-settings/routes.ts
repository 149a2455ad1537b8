/** Company settings, saved replies and who looks after whom, over HTTP. */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { clearSessionCookies } from '#server/accounts/login/session-cookie.ts'
import { endSessions } from '#server/accounts/login/sessions.ts'
import { actorOf, writeAudit } from '#server/core/audit/audit.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { createPhotoMaker, photoKeyOf } from '#server/deals/listing/image-files.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { deleteFiles, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import type { ClosingDeps } from '#server/sellers/closing/close-companies.ts'
import { registerClosing } from '#server/sellers/closing/routes.ts'
import { tellTeam } from '#server/sellers/conversations/conversation-state.ts'
import { ownConversation } from '#server/sellers/conversations/rules.ts'
import { registerSellerJoin } from '#server/sellers/join/routes.ts'
import { AVATAR_MAX_BYTES, AVATARS_PER_HOUR, EXPORTS_PER_HOUR, LOGO_MAX_PX } from '#shared/contract/limits.ts'
import { INVITATIONS_PER_HOUR } from '#shared/contract/login-limits.ts'
import { sellerDeleteLogin } from '#shared/contract/seller.ts'
import {
  sellerAddSavedReply,
  sellerAssignChat,
  sellerChangeSavedReply,
  sellerCompany,
  sellerExport,
  sellerInvite,
  sellerInviteAgain,
  sellerMembers,
  sellerPauseMember,
  sellerRemoveLogo,
  sellerRemoveSavedReply,
  sellerSaveCompany,
  sellerSavedReplies,
  sellerSetRole,
  sellerUploadLogo,
  sellerWithdrawInvitation,
} from '#shared/contract/seller-company.ts'
import { companyWire, saveCompany } from './company.ts'
import { companyArchive } from './export-company.ts'
import { mailInvitation } from './invitation.ts'
import { leaveCompany } from './leave-company.ts'
import {
  addInvited,
  assignChat,
  colleagues,
  renewInvitation,
  setPaused,
  setRole,
  withdrawInvitation,
} from './members.ts'
import { addReply, changeReply, removeReply, savedReplies } from './replies.ts'

const HOUR_MS = 3_600_000

export function registerCompanySettings(app: FastifyInstance, deps: ClosingDeps): void {
  registerCompany(app, deps)
  registerExport(app, deps)
  registerLogo(app, deps)
  registerMembers(app, deps)
  registerReplies(app, deps)
  registerSellerJoin(app, deps)
  registerClosing(app, deps)
}

function registerCompany(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps

  serve(app, sellerCompany, async ({ me }) => {
    const { accountId } = me
    return { data: await companyWire(deps, accountId) }
  })

  serve(app, sellerSaveCompany, async ({ body, me }) => {
    const { accountId } = me
    await saveCompany(db, accountId, body)
    return { data: await companyWire(deps, accountId) }
  })
}

function registerExport(app: FastifyInstance, deps: RoomDeps): void {
  const exports = app.createThrottle('company-exports', EXPORTS_PER_HOUR, HOUR_MS)
  serveSent(app, sellerExport, async ({ me, request, reply }) => {
    await exports.take(String(me.accountId))
    await writeAudit(deps.db, {
      actor: actorOf(me),
      ip: request.ip,
      action: 'account.export',
      subject: { kind: 'account', id: me.accountId },
    })
    const { name: site } = await installationOf(deps.site)
    return reply
      .header('Content-Disposition', 'attachment; filename="company-data.zip"')
      .type('application/zip')
      .send(companyArchive(deps, me.accountId, { site, nowMs: deps.nowMs() }))
  })
}

function registerLogo(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const maker = createPhotoMaker(deps.parts.files)
  const uploads = app.createThrottle('logos', AVATARS_PER_HOUR, HOUR_MS)
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
    serve(scope, sellerUploadLogo, async ({ me, request }) => {
      const { accountId } = me
      await uploads.take(String(accountId))
      const { bytes } = await receiveFile(request, {
        field: 'logo',
        maxBytes: AVATAR_MAX_BYTES,
        types: ['image/jpeg', 'image/png', 'image/webp'],
        isRedrawn: true,
      })
      return setLogo(accountId, await maker.picture('logo', bytes, LOGO_MAX_PX))
    })
  })

  serve(app, sellerRemoveLogo, async ({ me }) => {
    const { accountId } = me
    return setLogo(accountId, null)
  })
}

function registerMembers(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const background = createBackground(app)
  const invitations = app.createThrottle('invitations', INVITATIONS_PER_HOUR, HOUR_MS)
  serve(app, sellerMembers, async ({ me }) => ({ data: await colleagues(db, me.accountId) }))

  serve(app, sellerSetRole, async ({ params, body, me }) => {
    await setRole(db, me, { memberId: params.member, role: body.role })
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, sellerInvite, async ({ body, me }) => {
    await invitations.take(String(me.accountId))
    const id = await addInvited(db, me, body)
    await mailInvitation(deps, me, { ...body, id })
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, sellerInviteAgain, async ({ params, me }) => {
    await invitations.take(String(me.accountId))
    await mailInvitation(deps, me, await renewInvitation(db, me, params.member))
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, sellerWithdrawInvitation, async ({ params, me }) => {
    await withdrawInvitation(db, me, params.member)
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, sellerPauseMember, async ({ params, body, me }) => {
    const { is_paused: isPaused, reassign_to: reassignTo } = body
    await setPaused(db, me, { memberId: params.member, isPaused, reassignTo })
    if (isPaused) await endSessions(deps, { kind: 'member', id: params.member })
    return { data: await colleagues(db, me.accountId) }
  })

  serve(app, sellerDeleteLogin, async ({ body, me, reply }) => {
    await leaveCompany({ ...deps, background }, me, body.confirmation)
    clearSessionCookies(reply, 'member')
    return { message: 'Your login is deleted.' }
  })

  serve(app, sellerAssignChat, async ({ params, body, me }) => {
    const of = await ownConversation(db, me, params.customer)
    await assignChat(db, of, body.member_id)
    await tellTeam(deps, of)
  })
}

function registerReplies(app: FastifyInstance, { db }: RoomDeps): void {
  const all = async (me: AccountPrincipal) => ({ data: await savedReplies(db, me.accountId) })

  serve(app, sellerSavedReplies, ({ me }) => all(me))
  serve(app, sellerAddSavedReply, async ({ body, me }) => {
    await addReply(db, me.accountId, body)
    return all(me)
  })
  serve(app, sellerChangeSavedReply, async ({ params, body, me }) => {
    await changeReply(db, { accountId: me.accountId, id: params.reply }, body)
    return all(me)
  })
  serve(app, sellerRemoveSavedReply, async ({ params, me }) => {
    await removeReply(db, { accountId: me.accountId, id: params.reply })
    return all(me)
  })
}
