/** The rows of the authorisation matrix about the console: to everybody in the world of deals its calls are closed. */
import { open, type Row } from './kinds.ts'
import type { Scene } from './roles.ts'

export const houseOnly = (given?: Row['given']): Row => ({
  answers: { visitor: 401, other: 403, rival: 403, seller: 403, widget: 403, owner: 403 },
  ...(given ? { given } : {}),
})
const SELLER = {
  company: 'Lone Star',
  name: 'Carla Reyes',
  phone: '(281) 443-0175',
  kind: 'wholesaler',
  accepts_terms: true,
}
const WHY = { reason: 'Because somebody asked for it.' }
const ofDeposit = ({ depositId }: Scene) => ({ deposit: depositId })
const ofOwner = ({ owner }: Scene) => ({ customer: owner.id })

export const ADMIN_ROWS: Readonly<Record<string, Row>> = {
  adminLogin: open(422, ({ owner }) => ({ body: { email: owner.email, password: 'not this one' } })),
  adminSetup: open(410, () => ({
    body: { token: 'guessed', name: 'A', email: 'a@plat.example', password: 'not this one' },
  })),
  adminCheckSetup: open(410, () => ({ body: { token: 'guessed' } })),
  adminLogout: houseOnly(),
  adminUser: houseOnly(),
  adminSessions: houseOnly(),
  adminEndSession: houseOnly(() => ({ params: { session: 999_999_999 } })),
  adminEndSessions: houseOnly(),
  adminRecover: open(200, ({ owner }) => ({ body: { email: owner.email } })),
  adminSetPassword: open(422, () => ({ body: { token: 'guessed', password: 'not this one' } })),
  adminSettings: houseOnly(),
  adminSetSetting: houseOnly(() => ({ params: { name: 'takes_offers' }, body: { value: 0 } })),
  adminSupport: houseOnly(),
  adminSetSupport: houseOnly(() => ({ body: { email: '', phone: '', hours: '' } })),
  adminInstallation: houseOnly(),
  adminSetInstallation: houseOnly(() => ({
    body: {
      name: '',
      accent: '',
      accent_dark: '',
      sender_name: '',
      sender_address: '',
      markets: [],
      currency: 'USD',
      terms: '',
      privacy: '',
    },
  })),
  adminSetLogo: houseOnly(),
  adminRemoveLogo: houseOnly(),
  getLegalText: open(200, () => ({ params: { document: 'terms' } })),
  adminAudit: houseOnly(),
  adminAgainstAdvice: houseOnly(),
  joinMode: open(200),
  // By invitation unless staff set it otherwise.
  joinApply: open(403, () => ({ body: { ...SELLER, email: 'new@plat.example' } })),
  joinCheck: open(410, () => ({ body: { token: 'guessed' } })),
  joinFinish: open(410, () => ({ body: { ...SELLER, token: 'guessed', password: 'not this one' } })),
  adminApplications: houseOnly(),
  adminInviteSeller: houseOnly(() => ({ body: { email: 'new@plat.example' } })),
  adminDecideApplication: houseOnly(() => ({ params: { application: 1 }, body: { is_approved: true } })),
  adminVerifyAccount: houseOnly(({ accountId }) => ({
    params: { account: accountId },
    body: { is_verified: true, ...WHY },
  })),
  adminDeposits: houseOnly(),
  adminRefundDeposit: houseOnly((scene) => ({ params: ofDeposit(scene), body: WHY })),
  adminProposeForfeit: houseOnly((scene) => ({ params: ofDeposit(scene), body: WHY })),
  adminDecideForfeit: houseOnly((scene) => ({ params: ofDeposit(scene), body: { decision: 'forfeit' } })),
  adminLedger: houseOnly(),
  adminLedgerTotals: houseOnly(),
  adminUnclaimedPayments: houseOnly(),
  adminReturnPayment: houseOnly(() => ({ params: { payment: 1 }, body: WHY })),
  adminAdjustments: houseOnly(),
  adminProposeAdjustment: houseOnly(({ owner }) => ({
    body: { customer_id: owner.id, amount_cents: 100, ...WHY },
  })),
  adminDecideAdjustment: houseOnly(() => ({ params: { adjustment: 1 }, body: { decision: 'approve' } })),
  adminWithdrawals: houseOnly(),
  adminTakeWithdrawal: houseOnly(() => ({ params: { withdrawal: 1 }, body: {} })),
  adminPayWithdrawal: houseOnly(() => ({ params: { withdrawal: 1 }, body: { reference: 'Wire 8812' } })),
  adminDecideWithdrawal: houseOnly(() => ({ params: { withdrawal: 1 }, body: { decision: 'confirm' } })),
  adminFailedWork: houseOnly(),
  adminFailedKinds: houseOnly(),
  adminRetryWork: houseOnly(() => ({ params: { work: 1 } })),
  adminRetryKind: houseOnly(() => ({ params: { kind: 'offers' } })),
  adminDismissWork: houseOnly(() => ({ params: { work: 1 }, body: WHY })),
  adminReports: houseOnly(),
  adminDecideReport: houseOnly(({ requestedPropertyId }) => ({
    params: { kind: 'deal', report: requestedPropertyId },
    body: { decision: 'removed' },
  })),
  adminReviewEdits: houseOnly(() => ({ params: { review: 1 } })),
  adminDuplicates: houseOnly(),
  adminAccounts: houseOnly(),
  adminSuspendAccount: houseOnly(({ accountId }) => ({
    params: { account: accountId },
    body: { is_suspended: true, ...WHY },
  })),
  adminBoundOffers: houseOnly(({ accountId }) => ({ params: { account: accountId } })),
  adminMoveOffer: houseOnly(() => ({ params: { offer: 1 }, body: { action: 'close', version: 1, ...WHY } })),
  adminCustomers: houseOnly(),
  adminDecideIdentity: houseOnly((scene) => ({
    params: ofOwner(scene),
    body: { decision: 'success', ...WHY },
  })),
  adminDecideMemberIdentity: houseOnly(() => ({
    params: { member: 999_999 },
    body: { decision: 'success', ...WHY },
  })),
  adminViewAs: houseOnly((scene) => ({ params: ofOwner(scene), body: WHY })),
  adminProofs: houseOnly(),
  adminReviewProof: houseOnly(({ proofId }) => ({
    params: { proof: proofId },
    body: { review: 'approved' },
  })),
}
