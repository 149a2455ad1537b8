/** Create an account. Who has one goes on to where they wanted to be; there the set-up of the buy box begins by itself. */
import { useSignals } from '@preact/signals-react/runtime'
import { Redirect, useSearch } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EntryPage, EntryTitle } from '#marketplace/buyer/ui/entry-page.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { loginAddress, safeReturnTo } from '#shared/rules/return-to.ts'
import { RegisterForm } from './register-form.tsx'

export default function RegisterPage() {
  useSignals()
  const { user } = useServices()
  const search = useSearch()
  const phase = user.state.value.phase
  const wanted = safeReturnTo(new URLSearchParams(search).get('return_to'), window.location.origin)
  if (phase === 'unknown') return <PagePending />
  if (phase === 'user') return <Redirect to={wanted} replace />
  return (
    <EntryPage>
      <div className="grid gap-4 py-8">
        <div>
          <EntryTitle>Create your buyer account</EntryTitle>
          <p className="mt-1 text-base text-text-2">
            Already have one?{' '}
            <Link href={loginAddress(wanted)} className="text-link">
              Log in
            </Link>
          </p>
        </div>
        <RegisterForm />
      </div>
    </EntryPage>
  )
}
