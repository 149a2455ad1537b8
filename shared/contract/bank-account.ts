/** Where a bank transfer goes. Apart from withdrawals, because deleting an account needs nothing else of them. */
import * as z from 'zod/mini'

/** US only. */
export const bankAccount = z.object({
  holder: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
  routing_number: z.string().check(z.trim(), z.maxLength(20)),
  account_number: z.string().check(z.trim(), z.maxLength(40)),
})
export type BankAccountWire = z.output<typeof bankAccount>
