/** The ready-made sellers and the switch of the demo replies: what the seller app asks a demo world, and no other server has. */
import * as z from 'zod/mini'

const seller = z.object({
  key: z.string(),
  role: z.string(),
  name: z.string(),
  email: z.string(),
  password: z.string(),
  account: z.nullable(z.string()),
})
const list = z.object({ logins: z.array(seller) })
const replies = z.object({ on: z.boolean() })

export type DemoSeller = z.output<typeof seller>

/** None where there is no demo world. */
export const fetchDemoSellers = () => fetchDemoLogins('seller')

export async function fetchDemoLogins(wanted: 'seller' | 'staff'): Promise<readonly DemoSeller[]> {
  const parsed = z.safeParse(list, await fetchJson('/demo/logins.json'))
  return parsed.success ? parsed.data.logins.filter(({ role }) => role === wanted) : []
}

export const demoSeller = (sellers: readonly DemoSeller[], key: string): DemoSeller | null =>
  sellers.find((one) => one.key === key) ?? null

/**
 * The key behind `?login=`, or null. It is taken out of the address: a reload after logging out would log in again.
 */
export function takeDemoLogin({ location, history }: Window): string | null {
  const address = new URL(location.href)
  const key = address.searchParams.get('login')
  if (key === null) return null
  address.searchParams.delete('login')
  history.replaceState(null, '', address)
  return key
}

/** Whether absent sellers answer by themselves; null where nobody knows. */
export async function readReplies(): Promise<boolean | null> {
  return answerOf(await fetchJson('/demo/replies'))
}

export async function switchReplies(on: boolean): Promise<boolean | null> {
  return answerOf(
    await fetchJson('/demo/replies', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ on }),
    }),
  )
}

function answerOf(answer: unknown): boolean | null {
  const parsed = z.safeParse(replies, answer)
  return parsed.success ? parsed.data.on : null
}

async function fetchJson(path: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(path, init)
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}
