/** Logging in at the desk or the console; at the desk with the ready-made sellers as buttons in a demo world. */
import { type FormEvent, Suspense, use, useId } from 'react'
import type { DemoSeller } from '#demo/desk/demo-sellers.ts'
import { Button } from '#shared/ui/button.tsx'

interface LoginFormProps {
  title: string
  isBusy: boolean
  trouble: string | null
  onLogin: (email: string, password: string) => Promise<void>
  sellers?: Promise<readonly DemoSeller[]>
}

export function LoginForm({ title, isBusy, trouble, onLogin, sellers }: LoginFormProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void onLogin(String(fields.get('email')), String(fields.get('password')))
  }
  return (
    <main className="mx-auto grid max-w-90 gap-4 px-4 py-16">
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <form onSubmit={submit} className="grid gap-3" aria-describedby={trouble ? `${id}-trouble` : undefined}>
        <label className="grid gap-1 font-medium text-sm">
          Email
          <input name="email" type="email" required autoComplete="username" className="field-box" />
        </label>
        <label className="grid gap-1 font-medium text-sm">
          Password
          <input
            name="password"
            type="password"
            required
            autoComplete="current-password"
            className="field-box"
          />
        </label>
        {trouble ? (
          <p id={`${id}-trouble`} role="alert" className="text-danger-text text-sm">
            {trouble}
          </p>
        ) : null}
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          Log in
        </Button>
      </form>
      {sellers ? (
        <Suspense>
          <DemoSellers sellers={sellers} isBusy={isBusy} onLogin={onLogin} />
        </Suspense>
      ) : null}
    </main>
  )
}

interface DemoSellersProps extends Pick<LoginFormProps, 'isBusy' | 'onLogin'> {
  sellers: Promise<readonly DemoSeller[]>
}

function DemoSellers({ sellers, isBusy, onLogin }: DemoSellersProps) {
  const list = use(sellers)
  if (list.length === 0) return null
  return (
    <section aria-label="Demo logins" className="grid gap-2 border-line border-t pt-4">
      <h2 className="text-sm text-text-2">Demo logins</h2>
      {list.map(({ key, name, account, email, password }) => (
        <Button key={key} isBlock disabled={isBusy} onClick={() => void onLogin(email, password)}>
          {account ? `${name}, ${account}` : name}
        </Button>
      ))}
    </section>
  )
}
