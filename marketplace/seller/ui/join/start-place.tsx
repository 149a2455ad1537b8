/** The guided start of a new company: five steps, each done by what is there, in any order. */
import { useSignals } from '@preact/signals-react/runtime'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createResource } from '#marketplace/kit/resource.ts'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { sellerBuyers } from '#shared/contract/seller-buyers.ts'
import { sellerCompany } from '#shared/contract/seller-company.ts'
import { sellerKeys } from '#shared/contract/seller-keys.ts'
import { sellerDeals } from '#shared/contract/seller-listing.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { IdentityChecks } from './identity-checks.tsx'
import { JoinAside } from './join-aside.tsx'

interface Step {
  name: string
  title: string
  text: string
  action: string
  place: SellerPlace
}

const STEPS = [
  {
    name: 'Company',
    title: 'Tell buyers who you are',
    text: 'Your logo, a few sentences, and the states you work in. Buyers see them beside every deal.',
    action: 'Edit the company',
    place: { kind: 'company' },
  },
  {
    name: 'Identity',
    title: 'Get verified',
    text: 'Buyers send deposits and proofs of funds, so both sides are checked. Our staff check your company and may call you. Your deals then show that you are verified.',
    action: 'Secure your login',
    place: { kind: 'login' },
  },
  {
    name: 'First deal',
    title: 'Publish your first deal',
    text: 'Enter the address, the numbers and photos. It stays a draft until you publish it.',
    action: 'Open deals',
    place: { kind: 'deals' },
  },
  {
    name: 'Buyers',
    title: 'Bring your buyers',
    text: 'Import a list. Those who have an account see your deals and can be messaged.',
    action: 'Open buyers',
    place: { kind: 'buyers', dealId: null },
  },
  {
    name: 'Your site',
    title: 'Put the messenger on your site',
    text: 'One line of code. Visitors write to you there, and you answer here.',
    action: 'Create a key',
    place: { kind: 'company' },
  },
] as const satisfies readonly Step[]

interface Known {
  /** In the order of the steps. */
  done: readonly boolean[]
  logo: string | null
  isVerified: boolean
}

async function readKnown({ call }: SellerStore): Promise<Known> {
  const [{ data: company }, { data: deals }, { data: buyers }, { data: keys }] = await Promise.all([
    call(sellerCompany, {}),
    call(sellerDeals, { query: {} }),
    call(sellerBuyers, { query: {} }),
    call(sellerKeys, {}),
  ])
  const isVerified = company.is_verified === true
  const done = [
    Boolean(company.about) && company.states.length > 0,
    isVerified,
    deals.length > 0,
    buyers.length > 0,
    keys.length > 0,
  ]
  return { done, logo: company.logo ?? null, isVerified }
}

export function StartPlace({ store }: { store: SellerStore }) {
  useSignals()
  const [guide] = useState(() => createResource(() => readKnown(store)))
  useEffect(() => {
    void guide.load()
    return guide.reset
  }, [guide])
  const state = guide.state.value
  if (state.phase === 'ready') return <Guide store={store} known={state.value} />
  return (
    <div className="mx-auto grid w-full max-w-160 gap-5 px-4 py-10 duo:py-20">
      {state.phase === 'failed' ? (
        <NotLoaded title="Guide" onRetry={() => void guide.load()}>
          The guide could not be loaded.
        </NotLoaded>
      ) : (
        <div role="status" aria-label="Loading the guide">
          <Skeleton className="h-60 rounded-md" />
        </div>
      )}
    </div>
  )
}

function Guide({ store, known: { done: found, logo, isVerified } }: { store: SellerStore; known: Known }) {
  useSignals()
  const identity = store.company.identity.state.value
  const lacksId =
    identity.phase === 'ready' && identity.value.is_offered && identity.value.status !== 'success'
  const done = found.map((isDone, index) => isDone && !(lacksId && STEPS[index]?.name === 'Identity'))
  const [at, setAt] = useState(Math.max(0, done.indexOf(false)))
  const step = STEPS[at] ?? STEPS[0]
  const isLast = at === STEPS.length - 1
  return (
    <div className="grid min-h-0 flex-1 duo:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div className="overflow-y-auto">
        <div className="mx-auto grid max-w-160 gap-5 px-4 py-10 duo:py-20">
          <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-2 border-line border-b">
            {STEPS.map(({ name }, index) => (
              <li key={name}>
                <button
                  type="button"
                  aria-current={index === at ? 'step' : undefined}
                  onClick={() => setAt(index)}
                  className={classNames(
                    '-mb-px flex cursor-pointer items-center gap-2 border-b-2 py-2 text-sm',
                    index === at ? 'border-accent font-semibold' : 'border-transparent text-text-2',
                  )}
                >
                  <StepMark number={index + 1} isDone={done[index] === true} />
                  <span className={index === at ? undefined : 'max-duo:sr-only'}>{name}</span>
                </button>
              </li>
            ))}
          </ol>
          <ViewHeading name={step.title} className="font-semibold text-2xl tracking-tight" />
          <p className="text-text-2">{step.text}</p>
          {step.name === 'Identity' ? <IdentityChecks store={store} isVerified={isVerified} /> : null}
          {done[at] ? (
            <p role="status" className="text-gain-text text-sm">
              This step is done.
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            <a href={hashOf(step.place)} className={buttonClass({ variant: 'primary' })}>
              {step.action}
            </a>
            {isLast ? null : (
              <button
                type="button"
                onClick={() => setAt(at + 1)}
                className={buttonClass({ variant: 'ghost' })}
              >
                {done[at] ? 'Continue' : 'Do this later'}
              </button>
            )}
            <a
              href={hashOf({ kind: 'messages' })}
              className={classNames(buttonClass({ variant: 'ghost' }), 'ms-auto')}
            >
              Leave the guide
            </a>
          </div>
          <p className="text-sm text-text-3">
            Step {at + 1} of {STEPS.length}. Find this guide again under Company.
          </p>
        </div>
      </div>
      <JoinAside company={store.member.account.title} logo={logo} isVerified={isVerified} />
    </div>
  )
}

const StepMark = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span
    className={classNames(
      'num grid size-5 place-items-center rounded-full border text-2xs',
      isDone ? 'border-text bg-text text-surface' : 'border-field',
    )}
  >
    {isDone ? <Check size={12} strokeWidth={3} aria-hidden="true" /> : number}
    {isDone ? <span className="sr-only">Done: </span> : null}
  </span>
)
