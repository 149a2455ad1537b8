/** The audit log in words: what was done, and the values before and after. What has no words here is made readable. */
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { AuditWire } from '#shared/contract/admin.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import { ledgerCents } from '#shared/format/money.ts'
import { REPORT_REASONS } from './report-reasons.ts'

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'account.add': 'Added a seller',
  'account.close': 'Asked to close a company',
  'account.closed': 'Deleted the data of a closed company',
  'account.export': 'Downloaded all data of a company',
  'account.join': 'Joined as a seller',
  'account.keep': 'Canceled the closing of a company',
  'account.release': 'Reinstated a seller',
  'account.suspend': 'Suspended a seller',
  'account.unverify': 'Removed the verification of a seller',
  'account.verify': 'Verified a seller',
  'blast.send_against_advice': 'Sent a blast against the advice on fair housing',
  'buyers.export': 'Exported buyers',
  'buyers.import': 'Imported buyers',
  'corporate_document.download': 'Downloaded a corporate document',
  'corporate_document.infected': 'Removed a corporate document that has a virus',
  'corporate_document.too_large_to_scan': 'Removed a corporate document that is too large to scan',
  'customer.read': 'Saw the name and email of a buyer',
  'customer.view': 'Viewed the app as a buyer',
  'deal.publish_against_advice': 'Published a deal against the advice on fair housing',
  'deals.import': 'Imported deals',
  'demo.seed': 'Added example data',
  'deposit.drop': 'Dropped the proposal to keep a deposit',
  'deposit.forfeit': 'Kept a deposit',
  'deposit.propose_forfeit': 'Proposed to keep a deposit',
  'deposit.refund': 'Refunded a deposit',
  'identity.failed': 'Rejected an identity check',
  'identity.success': 'Approved an identity check',
  'installation.change': 'Changed the installation',
  'key.change': 'Changed a key',
  'key.create': 'Created a key',
  'key.revoke': 'Revoked a key',
  'key.rotate': 'Rotated the secret of a key',
  'ledger.read': 'Saw the money of a buyer',
  'member.add': 'Added a person',
  'member.invite': 'Invited a person',
  'member.leave': 'Deleted their login',
  'member.pause': 'Paused a person',
  'member.phone': 'Confirmed their phone number',
  'member.resume': 'Resumed a person',
  'member.role': 'Changed a role',
  'member.withdraw': 'Withdrew an invitation',
  'message_attachment.infected': 'Removed a file of a message that has a virus',
  'message_attachment.too_large_to_scan': 'Removed a file of a message that is too large to scan',
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
  'proof_of_funds.read': 'Saw the details of a proof of funds',
  'proof_of_funds.rejected': 'Rejected a proof of funds',
  'proof_of_funds.too_large_to_scan': 'Removed a proof of funds that is too large to scan',
  'property_document.infected': 'Removed a document of a deal that has a virus',
  'property_document.too_large_to_scan': 'Removed a document of a deal that is too large to scan',
  'report.kept': 'Kept what was reported',
  'report.removed': 'Removed what was reported',
  'secret.rotate': 'Rotated a secret',
  'seller.approve': 'Approved a seller’s application',
  'seller.decline': 'Declined a seller’s application',
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
  'withdrawal.confirm': 'Confirmed the payment of a withdrawal',
  'withdrawal.decline': 'Declined a withdrawal',
  'withdrawal.pay': 'Marked a withdrawal as paid',
  'withdrawal.take': 'Took on a withdrawal',
  'withdrawal.take_over': 'Took over a withdrawal',
  'work.dismiss': 'Dismissed failed work',
  'work.retry': 'Retried failed work',
  'work.retry_all': 'Retried all failed work of a kind',
}

const FIELDS: Readonly<Record<string, string>> = {
  by: 'Made with',
  conversations_to: 'Conversations assigned to',
  factor: 'Login method',
  idv_status: 'ID verification',
  jwks: 'Public keys',
  proof_id: 'Proof of funds',
}

const SUBJECTS: Readonly<Record<string, string>> = {
  account: 'Seller',
  campaign: 'Blast',
  member: 'Team member',
  server_key: 'Key',
  'setting installation': 'Installation',
  'setting support': 'Support contact',
}

/** What a member of a seller's team is to staff. */
const ACTORS: Readonly<Record<string, string>> = { member: 'seller' }

type Values = Readonly<Record<string, unknown>>

/** e.g. `Logged in`; for an action that an older server wrote `Deal: approve`. */
export const actionLabel = (action: string): string =>
  ACTIONS[action as AuditAction] ?? capitalWords(action).replace('.', ': ')

/** e.g. `Avery Lane (staff)`, or `System`. */
export function actorLabel({ actor, actor_kind: kind }: Pick<AuditWire, 'actor' | 'actor_kind'>): string {
  const label = ACTORS[kind] ?? plain(kind)
  return actor == null ? capitalWords(label) : `${actor} (${label})`
}

/** e.g. `Seller 12, Lone Star`, or `Blake Moss (staff)`. */
export function subjectLabel({ subject_kind: kind, subject_id: id, subject_name: name }: AuditWire): string {
  if (kind === 'staff' && name != null) return actorLabel({ actor: name, actor_kind: kind })
  const numbered = [SUBJECTS[kind] ?? capitalWords(kind), id].filter((part) => part != null).join(' ')
  return name == null ? numbered : `${numbered}, ${name}`
}

/** What differs between the two, as lines of `Name: value`. Values inside of values are lines, too. */
export function changeLines(before: Values, after: Values): { before: string[]; after: string[] } {
  const [was, is] = [linesOf(before), linesOf(after)]
  return { before: was.filter((line) => !is.includes(line)), after: is.filter((line) => !was.includes(line)) }
}

/** A value that is not set is left out: beside one that was, the other column says it. */
const linesOf = (values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (isEmpty(value)) return []
    if (isRecord(value)) return linesOf(value)
    return [`${FIELDS[name] ?? fieldName(name)}: ${valueWords(name, value)}`]
  })

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0)

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `is_backup` is `Backup`, `price_cents` is `Price`, `closing_on` is `Closing`. */
const fieldName = (name: string): string =>
  capitalWords(
    name
      .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      .replace(/^(is|has)_/, '')
      .replace(/_(cents|id|on)$/, ''),
  )

function valueWords(name: string, value: unknown): string {
  if (name.endsWith('_cents') && typeof value === 'number') return ledgerCents(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textWords(name, value)
  if (!Array.isArray(value)) return String(value)
  if (value.some(isRecord)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`
  return value.map((one) => valueWords(name, one)).join(', ')
}

function textWords(name: string, value: string): string {
  if (name === 'reason') return REPORT_REASONS[value] ?? value
  if (name === 'kind') return value.replaceAll('-', ' ')
  if (DAY.test(value)) return dayWords(value)
  return /^[a-z_]+$/.test(value) ? plain(value) : value
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A wire name as words. */
const plain = (name: string): string => name.replaceAll('_', ' ')

/** A wire name as the words of a cell or a line. */
export const capitalWords = (name: string): string => plain(name.charAt(0).toUpperCase() + name.slice(1))
