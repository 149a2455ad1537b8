/** In a seeded demo world: the ready-made buyers; one press logs in. Anywhere else there is no such list, and nothing shows. */
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#shared/ui/button.tsx'

export interface DemoLogin {
  readonly name: string
  readonly email: string
  readonly password: string
}

const person = z.object({
  role: z.string(),
  name: z.string(),
  email: z.string(),
  password: z.string(),
})
const file = z.object({ logins: z.array(person) })

export function DemoLogins({ onChoose }: { onChoose: (login: DemoLogin) => void }) {
  const [logins, setLogins] = useState<readonly DemoLogin[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    void fetchDemoLogins(leaving.signal).then(setLogins)
    return () => leaving.abort()
  }, [])
  if (logins.length === 0) return null
  return (
    <section aria-labelledby="demo-logins" className="border-line border-t pt-4 pb-6">
      <h2 id="demo-logins" className="text-sm text-text-2">
        Demo logins
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {logins.map((login) => (
          <li key={login.email}>
            <Button size="sm" onClick={() => onChoose(login)}>
              {login.name}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-text-2">
        Codes and links are in the{' '}
        <a href="/demo/outbox" target="_blank" rel="noopener" className="text-accent-text underline">
          outbox
        </a>
        .
      </p>
    </section>
  )
}

/** The demo world's buyers; none where the file is missing or says something else. */
async function fetchDemoLogins(signal: AbortSignal): Promise<readonly DemoLogin[]> {
  try {
    const response = await fetch('/demo/logins.json', { signal, headers: { Accept: 'application/json' } })
    const parsed = response.ok ? z.safeParse(file, await response.json()) : null
    return parsed?.success ? parsed.data.logins.filter((one) => one.role === 'buyer') : []
  } catch {
    return []
  }
}
