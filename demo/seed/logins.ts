/** The ready-made logins: what the start command prints, /demo/logins.json says and /demo/token hands out bearers for. */
import { customerId } from './ids.ts'
import { ACCOUNTS, CUSTOMERS, MEMBERS } from './people.ts'
import { STAFF } from './staff.ts'

export interface DemoLogin {
  /** `buyer1` to `buyer3`, `seller1`, `seller2`, `staff1`, `staff2`. */
  key: string
  role: 'buyer' | 'seller' | 'staff'
  name: string
  email: string
  password: string
  /** The seller's account; null for a buyer. */
  account: string | null
  /** What makes this one different, for the start table; null when nothing does. */
  note: string | null
}

export const DEMO_LOGINS: readonly DemoLogin[] = [
  ...CUSTOMERS.flatMap(({ key, name, email, password, isSetUp }) => {
    const note = isSetUp ? null : 'nothing set up yet'
    return password === null
      ? []
      : [{ key, role: 'buyer' as const, name, email, password, account: null, note }]
  }),
  ...MEMBERS.map(({ key, name, email, password, account }) => ({
    key,
    role: 'seller' as const,
    name,
    email,
    password,
    account: ACCOUNTS.find((one) => one.key === account)?.title ?? null,
    note: null,
  })),
  ...STAFF.map((one) => ({ ...one, role: 'staff' as const, account: null, note: 'at the console' })),
]

/** The customer id of a ready-made buyer, or null for anybody else. */
export function buyerOf(login: string): number | null {
  const found = DEMO_LOGINS.find(({ key, role }) => key === login && role === 'buyer')
  return found ? customerId(found.key) : null
}
