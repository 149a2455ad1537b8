/** The last mail to somebody whose account is deleted: their money was paid out. Customers get a notification instead. */
import { askSupport, installationOf } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { centsText } from './labels.ts'
import type { WithdrawalRow } from './withdrawal-rows.ts'

export async function mailPayee(
  { db, parts, site }: Pick<RoomDeps, 'db' | 'parts' | 'site'>,
  row: WithdrawalRow,
): Promise<void> {
  if (row.payee_email === null) return
  const amount = centsText(Number(row.amount_cents))
  const place =
    row.method === 'card'
      ? 'to the card that paid it in; banks show it within 10 days'
      : `by bank transfer, reference ${row.reference ?? row.id}`
  const contents = {
    subject: `Paid out: ${amount}`,
    greeting: 'Hello,',
    paragraphs: [`We paid out ${amount} from your former wallet ${place}.`, `Withdrawal number: ${row.id}`],
    notes: [`If the money does not arrive, ${await askSupport(site)}.`],
  }
  const written = letter(contents, await installationOf(site))
  await mailNow({ db, parts }, { ...written, to: row.payee_email, type: 'wallet', customerId: null })
}
