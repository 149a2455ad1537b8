// @vitest-environment happy-dom
/** The books at the console: balances that could not be loaded are not left out. */
import { expect, test } from 'vitest'
import { BooksTab } from '#marketplace/admin/ui/books-tab.tsx'
import { adminLedger, adminLedgerTotals } from '#shared/contract/admin-money.ts'
import { adminUnclaimedPayments } from '#shared/contract/unclaimed-payments.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

test('balances that could not be loaded are said, and “Try again” shows them', async () => {
  const server = createFakeApi()
  server.on(adminLedger, { data: [] })
  server.on(adminUnclaimedPayments, { data: [] })
  server.on(adminLedgerTotals, refused(500, 'Something went wrong.'))
  const box = await render(<BooksTab api={server.api} />)
  await expect.poll(() => box.textContent).toContain('The balances could not be loaded.')
  server.on(adminLedgerTotals, { data: { places: { wallet: 61_000 }, sum_cents: 0 } })
  await doing(() => buttonNamed(box, 'Try again').click())
  await expect.poll(() => box.textContent).toContain('$610.00')
})
