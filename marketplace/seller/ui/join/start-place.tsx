/** The guided start of a new company: five steps, each with its form, and done by what the server has. In any order. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect, useState } from 'react'
import { createResource } from '#marketplace/kit/resource.ts'
import { createKeyStore } from '#marketplace/seller/company/key-store.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { sellerBuyers } from '#shared/contract/seller-buyers.ts'
import { sellerDeals } from '#shared/contract/seller-listing.ts'
import { START_STEPS, type StartStep } from '#shared/contract/seller-places.ts'
import { STATES } from '#shared/rules/states.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { BuyersStep, CompanyStep, IdentityStep, SiteStep } from './company-steps.tsx'
import { DealStep } from './deal-step.tsx'
import { JoinAside } from './join-aside.tsx'
import { GuideHead, StepFrame } from './start-frame.tsx'
import { START_LABELS } from './start-labels.ts'
import type { Facts, StepProps } from './step-props.ts'

async function readFacts({ call }: SellerStore): Promise<Facts> {
  const [{ data: deals }, { data: buyers }] = await Promise.all([
    call(sellerDeals, { query: {} }),
    call(sellerBuyers, { query: {} }),
  ])
  const isWriting = deals.every(({ listing }) => listing === 'draft')
  return {
    hasBuyers: buyers.length > 0,
    hasDeals: deals.length > 0,
    draftId: isWriting ? (deals[0]?.id ?? null) : null,
  }
}

const STEPS: Readonly<Record<StartStep, ComponentType<StepProps>>> = {
  company: CompanyStep,
  identity: IdentityStep,
  deal: DealStep,
  buyers: BuyersStep,
  site: SiteStep,
}

interface StartProps {
  store: SellerStore
  step?: StartStep | undefined
}

export function StartPlace({ store, step }: StartProps) {
  useSignals()
  const [{ facts, keys }] = useState(() => ({
    facts: createResource(() => readFacts(store)),
    keys: createKeyStore(store.call),
  }))
  const { company, state, identity, load } = store.company
  const loadAll = () => void Promise.all([load(), identity.load(), facts.load(), keys.load()])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step may have changed what the others show.
  useEffect(loadAll, [step])
  useEffect(() => facts.reset, [facts])
  const [known, checks, own] = [facts.state.value, identity.state.value, keys.state.value]
  if (known.phase === 'ready' && company.value && own.phase === 'ready' && checks.phase !== 'loading') {
    const lacksId = checks.phase === 'ready' && checks.value.is_offered && checks.value.status !== 'success'
    const done: Readonly<Record<StartStep, boolean>> = {
      company: Boolean(company.value.about) && company.value.states.length > 0,
      identity: company.value.is_verified === true && !lacksId,
      deal: known.value.hasDeals,
      buyers: known.value.hasBuyers,
      site: own.value.length > 0,
    }
    const given = { store, company: company.value, keys, facts: known.value }
    return <Guide given={given} done={done} step={step} />
  }
  const hasFailed = [state.value, known.phase, own.phase].includes('failed')
  return (
    <div className="mx-auto grid w-full max-w-130 gap-5 px-4 py-10 duo:py-20">
      {hasFailed ? (
        <NotLoaded title="Guide" onRetry={loadAll}>
          {START_LABELS.failed}
        </NotLoaded>
      ) : (
        <div role="status" aria-label="Loading the guide">
          <Skeleton className="h-60 rounded-md" />
        </div>
      )}
    </div>
  )
}

interface GuideProps {
  given: Omit<StepProps, 'goOn'>
  done: Readonly<Record<StartStep, boolean>>
  step: StartStep | undefined
}

function Guide({ given, done, step: at }: GuideProps) {
  const { store, company } = given
  const first = START_STEPS.find((one) => !done[one]) ?? START_STEPS[0]
  useEffect(() => {
    if (at === undefined) store.go({ kind: 'start', step: first }, true)
  }, [store, at, first])
  if (at === undefined) return null
  const Step = STEPS[at]
  const next = START_STEPS[START_STEPS.indexOf(at) + 1]
  return (
    <div className="grid min-h-0 flex-1 duo:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div className="overflow-y-auto px-4 py-6 duo:px-10">
        <GuideHead />
        {/* Made again for each step, so that the focus moves to its heading. */}
        <div key={at} className="mx-auto grid max-w-130 grid-cols-[minmax(0,1fr)] gap-6 pt-8 pb-10 duo:pt-16">
          <StepFrame step={at} isDone={(one) => done[one]}>
            <Step
              {...given}
              goOn={() => store.go(next ? { kind: 'start', step: next } : { kind: 'today' })}
            />
          </StepFrame>
        </div>
      </div>
      <JoinAside
        company={company.title}
        logo={company.logo ?? null}
        isVerified={company.is_verified === true}
        place={at === 'company' ? statesIn(company.states) : ''}
      />
    </div>
  )
}

const statesIn = (codes: readonly string[]): string =>
  STATES.flatMap(({ abbr, name }) => (codes.includes(abbr) ? [name] : [])).join(', ')
