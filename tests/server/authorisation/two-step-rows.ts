/** The rows of the authorisation matrix about two-step login. 404 and 422 mean that the guard admitted the call. */
import { PASSWORD } from '#tests/support/server.ts'
import { houseOnly } from './admin-rows.ts'
import { desk, open, type Row } from './kinds.ts'

const CODE = '000000'
const nobody = 999_999

/** The same calls for both apps; the answers to a seller, and the open calls. */
const CALLS: Readonly<Record<string, { status: number; given?: Row['given']; isOpen?: boolean }>> = {
  StartPasskeyLogin: { status: 200, isOpen: true },
  FinishLogin: { status: 422, isOpen: true, given: () => ({ body: { challenge: 'x', code: CODE } }) },
  TwoStep: { status: 200 },
  StartConfirm: { status: 200 },
  Confirm: { status: 422, given: () => ({ body: { challenge: 'x', password: PASSWORD } }) },
  OfferApp: { status: 201 },
  ConfirmApp: {
    status: 422,
    given: () => ({ params: { app: nobody }, body: { code: CODE, name: 'Phone' } }),
  },
  StartPasskey: { status: 200 },
  AddPasskey: { status: 422, given: () => ({ body: { challenge: 'x', name: 'Laptop', passkey: {} } }) },
  RenameFactor: { status: 404, given: () => ({ params: { factor: nobody }, body: { name: 'Mine' } }) },
  RemoveFactor: { status: 404, given: () => ({ params: { factor: nobody } }) },
  RenewRecoveryCodes: { status: 409 },
}

const rowsOf = (app: 'seller' | 'admin') =>
  Object.entries(CALLS).map(([name, { status, given, isOpen }]): [string, Row] => {
    if (isOpen) return [app + name, open(status, given)]
    return [app + name, app === 'seller' ? desk(status, given) : houseOnly(given)]
  })

export const TWO_STEP_ROWS: Readonly<Record<string, Row>> = {
  ...Object.fromEntries([...rowsOf('seller'), ...rowsOf('admin')]),
  sellerRequireTwoStep: desk(204, () => ({ body: { is_required: false } })),
  sellerInvite: desk(422, () => ({ body: { name: 'Nobody', email: 'no address', role: 'agent' } })),
  sellerInviteAgain: desk(404, () => ({ params: { member: nobody } })),
  sellerWithdrawInvitation: desk(404, () => ({ params: { member: nobody } })),
  sellerPauseMember: desk(404, () => ({ params: { member: nobody }, body: { is_paused: true } })),
  sellerResetMember: desk(404, () => ({ params: { member: nobody } })),
  adminStaff: houseOnly(),
  adminResetStaff: houseOnly(() => ({ params: { staff: nobody } })),
  adminAccountMembers: houseOnly(({ accountId }) => ({ params: { account: accountId } })),
  adminResetMember: houseOnly(() => ({ params: { member: nobody } })),
}
