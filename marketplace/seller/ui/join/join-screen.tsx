/** `/seller/join`: a company applies, or finishes with the link it was mailed, and comes in as its owner. */

import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { type FormErrors, focusWrong, formMessage, sayError } from '#marketplace/kit/attempt.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { solveCaptcha } from '#marketplace/kit/captcha.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Select } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { TermsBox } from '#marketplace/kit/ui/terms.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { SellerMember } from '#marketplace/seller/seller-model.ts'
import { ApiError, isRefusal } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { PASSWORD_MIN_LENGTH } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import {
  joinApply,
  joinCheck,
  joinFinish,
  joinMode,
  SELLER_KINDS,
  type SellerKind,
} from '#shared/contract/seller-join.ts'
import { Button } from '#shared/ui/button.tsx'
import { JoinAside } from './join-aside.tsx'

type Asked =
  | { kind: 'loading' }
  | { kind: 'apply' }
  | { kind: 'finish'; token: string; email: string; known: Partial<Details> }
  /** Nothing to fill in. */
  | { kind: 'words'; title: string; text: string; mayRetry?: boolean }

interface Details {
  company: string
  name: string
  phone: string
  kind: SellerKind
}

interface JoinScreenProps {
  login: AppLogin<SellerMember>
  /** Of a mailed link. */
  token: string | null
  onDone: () => void
}

const BY_INVITATION = {
  kind: 'words',
  title: 'Joining is by invitation',
  text: 'Companies join here by invitation. If you have one, open the link in its email.',
} as const

async function ask(api: Api, token: string | null): Promise<Asked> {
  try {
    if (token === null) {
      const { data } = await api(joinMode, {})
      return data.mode === 'invitation' ? BY_INVITATION : { kind: 'apply' }
    }
    const { data } = await api(joinCheck, { body: { token } })
    const { email, company, name, phone, kind } = data
    const known = {
      ...(company ? { company } : {}),
      ...(name ? { name } : {}),
      ...(phone ? { phone } : {}),
      ...(kind ? { kind } : {}),
    }
    return { kind: 'finish', token, email, known }
  } catch (error) {
    const mayRetry = !(error instanceof ApiError && isRefusal(error.failure))
    return { kind: 'words', title: 'This did not work', text: errorText(error), mayRetry }
  }
}

export function JoinScreen({ login, token, onDone }: JoinScreenProps) {
  const [asked, setAsked] = useState<Asked>({ kind: 'loading' })
  const [company, setCompany] = useState('')
  const load = useCallback(
    () =>
      void ask(login.api, token).then((answer) => {
        setAsked(answer)
        if (answer.kind === 'finish') setCompany(answer.known.company ?? '')
      }),
    [login, token],
  )
  useEffect(load, [load])
  const sent = (text: string) => setAsked({ kind: 'words', title: 'Check your email', text })
  return (
    <Frame company={company}>
      {asked.kind === 'loading' ? (
        <p role="status" className="sr-only">
          Loading
        </p>
      ) : asked.kind === 'words' ? (
        <>
          <ViewHeading name={asked.title} className="font-semibold text-2xl tracking-tight" />
          {asked.mayRetry ? (
            <LoadFailed onRetry={load}>{asked.text}</LoadFailed>
          ) : (
            <p className="text-text-2">{asked.text}</p>
          )}
          <a href="/seller/" className="text-link">
            Log in
          </a>
        </>
      ) : (
        <JoinForm login={login} asked={asked} onCompany={setCompany} onSent={sent} onDone={onDone} />
      )}
    </Frame>
  )
}

function Frame({ company, children }: { company: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh duo:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <main className="px-4 py-6 duo:px-10">
        <p className="flex items-center gap-2 font-semibold text-lg">
          <BrandMark /> {BRAND}
        </p>
        <div className="mx-auto grid max-w-130 gap-4 py-10 duo:py-20">{children}</div>
      </main>
      <JoinAside company={company} />
    </div>
  )
}

interface JoinFormProps {
  login: AppLogin<SellerMember>
  asked: Extract<Asked, { kind: 'apply' | 'finish' }>
  onCompany: (name: string) => void
  onSent: (message: string) => void
  onDone: () => void
}

const placedOf = (kind: JoinFormProps['asked']['kind']): readonly string[] => [
  'company',
  'name',
  'phone',
  'kind',
  'accepts_terms',
  kind === 'apply' ? 'email' : 'password',
]

function JoinForm({ login, asked, onCompany, onSent, onDone }: JoinFormProps) {
  useSignals()
  const known = asked.kind === 'finish' ? asked.known : {}
  const [said, setSaid] = useState<FormErrors | null>(null)
  const { isBusy, during } = useBusy()
  const [kind, setKind] = useState<string>(known.kind ?? '')
  const typed = useTypedInput()
  const wrong = said?.fields ?? {}
  const send = async (form: FormData) => {
    const details = detailsIn(form, kind)
    if (asked.kind === 'apply') return onSent(await apply(login.api, details, textIn(form, 'email')))
    await finish(login, details, { token: asked.token, password: textIn(form, 'password') })
    onDone()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSaid(null)
    await during(send(new FormData(event.currentTarget))).catch((error: unknown) => {
      setSaid(sayError(error))
      focusWrong()
    })
  }
  return (
    <>
      <ViewHeading
        name={asked.kind === 'apply' ? `Sell on ${BRAND}` : 'Open your account'}
        className="font-semibold text-2xl tracking-tight"
      />
      <p className="text-text-2">
        {asked.kind === 'apply'
          ? 'Tell us about your company. We email you a link to open its account.'
          : `You confirmed ${asked.email}. ${known.company ? 'Check the' : 'Enter your'} details and choose a password.`}
      </p>
      <form ref={typed} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label="Company"
          name="company"
          autoComplete="organization"
          defaultValue={known.company}
          onChange={({ currentTarget }) => onCompany(currentTarget.value)}
          error={wrong.company ?? null}
        />
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          defaultValue={known.name}
          error={wrong.name ?? null}
        />
        {asked.kind === 'apply' ? (
          <Field label="Email" name="email" type="email" autoComplete="email" error={wrong.email ?? null} />
        ) : null}
        <Field
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={known.phone}
          error={wrong.phone ?? null}
        />
        <Select label="You are" name="kind" value={kind} error={wrong.kind ?? null} onChange={setKind}>
          <option value="">Choose</option>
          {Object.entries(SELLER_KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {asked.kind === 'finish' ? (
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            help={`At least ${PASSWORD_MIN_LENGTH} characters`}
            error={wrong.password ?? null}
          />
        ) : null}
        <TermsBox error={wrong.accepts_terms} />
        <FormProblem message={said && formMessage(said, placedOf(asked.kind))} />
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          {asked.kind === 'apply' ? 'Apply' : 'Open the account'}
        </Button>
      </form>
      <a href={links.accessibility()} className="justify-self-start text-link text-sm">
        Accessibility
      </a>
    </>
  )
}

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '')

const detailsIn = (form: FormData, kind: string) => ({
  company: textIn(form, 'company'),
  name: textIn(form, 'name'),
  phone: textIn(form, 'phone'),
  kind: kind as SellerKind,
  accepts_terms: form.has('terms') as true,
})
type Given = ReturnType<typeof detailsIn>

/** Resolves with what the server answers. */
async function apply(api: Api, details: Given, email: string): Promise<string> {
  const recaptcha_token = await solveCaptcha(api)
  const body = { ...details, email, ...(recaptcha_token ? { recaptcha_token } : {}) }
  return (await api(joinApply, { body })).message
}

/** Opens the account that the mailed link is for, and logs in to it. */
async function finish(
  login: AppLogin<SellerMember>,
  details: Given,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { data } = await login.api(joinFinish, { body: { ...details, token, password } })
  await login.login(data.email, password)
}
