/** The rows of the authorisation matrix about the console: to everybody in the world of deals its calls are closed. */
import { open, type Row } from './kinds.ts'
import type { Scene } from './roles.ts'

const houseOnly = (given?: Row['given']): Row => ({
  answers: { visitor: 401, other: 403, rival: 403, seller: 403, widget: 403, owner: 403 },
  ...(given ? { given } : {}),
})
const WHY = { reason: 'Because somebody asked for it.' }
const ofDeposit = ({ depositId }: Scene) => ({ deposit: depositId })
const ofOwner = ({ owner }: Scene) => ({ customer: owner.id })

export const ADMIN_ROWS: Readonly<Record<string, Row>> = {
  adminLogin: open(422, ({ owner }) => ({ body: { email: owner.email, password: 'not this one' } })),
  adminLogout: houseOnly(),
  adminSettings: houseOnly(),
  adminSetSetting: houseOnly(() => ({ params: { name: 'takes_offers' }, body: { value: 0 } })),
  adminAudit: houseOnly(),
  adminDeposits: houseOnly(),
  adminRefundDeposit: houseOnly((scene) => ({ params: ofDeposit(scene), body: WHY })),
  adminProposeForfeit: houseOnly((scene) => ({ params: ofDeposit(scene), body: WHY })),
  adminDecideForfeit: houseOnly((scene) => ({ params: ofDeposit(scene), body: { decision: 'forfeit' } })),
  adminLedger: houseOnly(),
  adminLedgerTotals: houseOnly(),
  adminAdjust: houseOnly(({ owner }) => ({ body: { customer_id: owner.id, amount_cents: 100, ...WHY } })),
  adminReports: houseOnly(),
  adminDecideReport: houseOnly(({ requestedPropertyId }) => ({
    params: { kind: 'deal', report: requestedPropertyId },
    body: { decision: 'removed' },
  })),
  adminDuplicates: houseOnly(),
  adminAccounts: houseOnly(),
  adminSuspendAccount: houseOnly(({ accountId }) => ({
    params: { account: accountId },
    body: { is_suspended: true, ...WHY },
  })),
  adminCustomers: houseOnly(),
  adminDecideIdentity: houseOnly((scene) => ({
    params: ofOwner(scene),
    body: { decision: 'success', ...WHY },
  })),
  adminViewAs: houseOnly((scene) => ({ params: ofOwner(scene), body: WHY })),
  adminProofs: houseOnly(),
  adminReviewProof: houseOnly(({ proofId }) => ({
    params: { proof: proofId },
    body: { review: 'approved' },
  })),
}
