/** The audit log in words: what was done, and the values before and after. What has no words here is made readable. */
import { ledgerCents } from '#shared/format/money.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  'account.add': 'Added a company',
  'account.join': 'Joined as a seller',
  'account.release': 'Reinstated a company',
  'account.suspend': 'Suspended a company',
  'account.unverify': 'Removed the verification of a company',
  'account.verify': 'Verified a company',
  'buyers.export': 'Exported buyers',
  'buyers.import': 'Imported buyers',
  'customer.add': 'Added a buyer',
  'customer.view': 'Viewed the app as a buyer',
  'deals.import': 'Imported deals',
  'demo.seed': 'Added example data',
  'deposit.propose_forfeit': 'Proposed to forfeit a deposit',
  'deposit.refund': 'Refunded a deposit',
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
  'offer.step': 'Changed a closing step',
  'payment.return': 'Returned a payment',
  'proof_of_funds.download': 'Downloaded a proof of funds',
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

/** e.g. `Logged in`; for an action without words `Offer: counter`. */
export const actionLabel = (action: string): string =>
  ACTIONS[action] ?? capitalWords(action).replace('.', ': ')

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
