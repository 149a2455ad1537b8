/** The audit log in words: what was done, and the values before and after. What has no words here is made readable. */
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import { ledgerCents } from '#shared/format/money.ts'

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'account.add': 'Added a company',
  'account.join': 'Joined as a seller',
  'account.release': 'Reinstated a company',
  'account.suspend': 'Suspended a company',
  'account.unverify': 'Removed the verification of a company',
  'account.verify': 'Verified a company',
  'buyers.export': 'Exported buyers',
  'buyers.import': 'Imported buyers',
  'corporate_document.download': 'Downloaded a corporate document',
  'corporate_document.infected': 'Removed a corporate document that has a virus',
  'corporate_document.too_large_to_scan': 'Removed a corporate document that is too large to scan',
  'customer.view': 'Viewed the app as a buyer',
  'deals.import': 'Imported deals',
  'demo.seed': 'Added example data',
  'deposit.drop': 'Decided not to forfeit a deposit',
  'deposit.forfeit': 'Forfeited a deposit',
  'deposit.propose_forfeit': 'Proposed to forfeit a deposit',
  'deposit.refund': 'Refunded a deposit',
  'identity.failed': 'Rejected the identity check of a buyer',
  'identity.success': 'Approved the identity check of a buyer',
  'installation.change': 'Changed the installation',
  'key.change': 'Changed a key',
  'key.create': 'Created a key',
  'key.revoke': 'Revoked a key',
  'key.rotate': 'Rotated the secret of a key',
  'member.add': 'Added a person',
  'member.invite': 'Invited a person',
  'member.pause': 'Paused a person',
  'member.resume': 'Resumed a person',
  'member.role': 'Changed a role',
  'member.withdraw': 'Withdrew an invitation',
  'offer.accept': 'Accepted an offer',
  'offer.close': 'Marked an offer as closed',
  'offer.confirm': 'Confirmed an offer',
  'offer.counter': 'Countered an offer',
  'offer.decline': 'Declined an offer',
  'offer.expire': 'An offer expired',
  'offer.fall_through': 'Marked an offer as fallen through',
  'offer.refuse_release': 'Refused release from an offer',
  'offer.request_release': 'Asked for release from an offer',
  'offer.resend': 'Resent an offer',
  'offer.revise': 'Revised an offer',
  'offer.sign': 'Marked the contract of an offer as signed',
  'offer.step': 'Changed a closing step',
  'offer.submit': 'Submitted an offer',
  'offer.withdraw': 'Withdrew an offer',
  'payment.return': 'Returned a payment',
  'proof_of_funds.approved': 'Approved a proof of funds',
  'proof_of_funds.download': 'Downloaded a proof of funds',
  'proof_of_funds.infected': 'Removed a proof of funds that has a virus',
  'proof_of_funds.rejected': 'Rejected a proof of funds',
  'proof_of_funds.too_large_to_scan': 'Removed a proof of funds that is too large to scan',
  'property_document.infected': 'Removed a document of a deal that has a virus',
  'property_document.too_large_to_scan': 'Removed a document of a deal that is too large to scan',
  'report.kept': 'Kept what was reported',
  'report.removed': 'Removed what was reported',
  'secret.rotate': 'Rotated a secret',
  'seller.approve': 'Approved a seller',
  'seller.decline': 'Declined a seller',
  'seller.invite': 'Invited a seller',
  'setting.change': 'Changed a setting',
  'staff.add': 'Added a staff member',
  'staff.login': 'Logged in',
  'staff.new_password': 'Set a new password',
  'staff.setup': 'Created the first staff login',
  'support.change': 'Changed the support contact',
  'two-step.add': 'Added a two-step login method',
  'two-step.recovery-codes': 'Generated recovery codes',
  'two-step.remove': 'Removed a two-step login method',
  'two-step.require': 'Changed whether two-step login is required',
  'two-step.reset': 'Reset two-step login',
  'wallet.adjust': 'Adjusted a wallet',
  'wallet.decline_adjustment': 'Declined a wallet adjustment',
  'wallet.propose_adjustment': 'Proposed a wallet adjustment',
  'withdrawal.confirm': 'Confirmed a withdrawal',
  'withdrawal.decline': 'Declined a withdrawal',
  'withdrawal.pay': 'Paid a withdrawal',
  'withdrawal.take': 'Took on a withdrawal',
  'work.dismiss': 'Dismissed failed work',
  'work.retry': 'Retried failed work',
  'work.retry_all': 'Retried all failed work of a kind',
}

const FIELDS: Readonly<Record<string, string>> = {
  by: 'Made with',
  conversations_to: 'Conversations assigned to',
  factor: 'Login method',
  idv_status: 'ID verification',
  is_required: 'Required',
}

/** e.g. `Logged in`; for an action that an older server wrote `Deal: approve`. */
export const actionLabel = (action: string): string =>
  ACTIONS[action as AuditAction] ?? capitalWords(action).replace('.', ': ')

/** `Name: value`, one line each. Amounts in cents get the sign of the currency. */
export const valueLines = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).map(([name, value]) =>
    name.endsWith('_cents') && typeof value === 'number'
      ? `${capitalWords(name.slice(0, -'_cents'.length))}: ${ledgerCents(value)}`
      : `${FIELDS[name] ?? capitalWords(name)}: ${valueWords(value)}`,
  )

/** A wire name as words. */
export const plain = (name: string): string => name.replaceAll('_', ' ')

function valueWords(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return /^[a-z_]+$/.test(value) ? plain(value) : value
  return Array.isArray(value) ? value.map(valueWords).join(', ') : JSON.stringify(value)
}

/** A wire name as the words of a cell or a line. */
export const capitalWords = (name: string): string => plain(name.charAt(0).toUpperCase() + name.slice(1))
