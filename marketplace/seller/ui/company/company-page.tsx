/** The account: its settings and embed code for administrators, the people in the seller app, and saved replies for everybody. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { embedTag, launcherLine, tokenRoute } from '#marketplace/seller/company/embed-code.ts'
import { KEY_LABELS } from '#marketplace/seller/company/key-labels.ts'
import { createKeyStore } from '#marketplace/seller/company/key-store.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { realtimeSettings } from '#shared/contract/broadcasting.ts'
import { sellerExport } from '#shared/contract/seller-company.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { CloseCompany } from './close-company.tsx'
import { CopyCode } from './copy-code.tsx'
import { KeyList } from './key-list.tsx'
import { PeopleSection } from './people-section.tsx'
import { RepliesSection } from './replies-section.tsx'
import { SettingsSection } from './settings-section.tsx'

export function CompanyPage({ store }: { store: SellerStore }) {
  useSignals()
  const { company } = store
  const isOwner = store.may('settings')
  useEffect(() => {
    if (isOwner) void company.load()
    void company.loadShared()
  }, [company, isOwner])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-190 px-4 pt-5 pb-16">
        <div className="flex items-center gap-3">
          <ViewHeading name="Company" className="me-auto font-semibold text-lg" />
          {isOwner ? (
            <a href={hashOf({ kind: 'start' })} className="text-link text-sm">
              Open the guide
            </a>
          ) : null}
        </div>
        <FormProblem className="pt-2" message={company.errorMessage.value} />
        <p role="status" className="pt-2 text-gain-text text-sm empty:sr-only">
          {company.notice.value}
        </p>
        {isOwner ? (
          <Settings store={store} />
        ) : (
          <Section title="Settings">
            <p className="text-sm text-text-2">Only an owner of the company can change its settings.</p>
          </Section>
        )}
        <PeopleSection store={store} />
        <RepliesSection store={store} />
        {isOwner ? <CloseCompany store={store} /> : null}
      </div>
    </div>
  )
}

function Settings({ store }: { store: SellerStore }) {
  useSignals()
  const { company, state, load } = store.company
  if (state.value === 'failed')
    return (
      <Section title="Settings">
        <NotLoaded onRetry={() => void load()}>The settings could not be loaded.</NotLoaded>
      </Section>
    )
  if (!company.value)
    return (
      <div role="status" className="grid gap-3 py-6">
        <span className="sr-only">Loading settings</span>
        <Skeleton className="h-60 rounded-md" />
      </div>
    )
  return (
    <>
      <SettingsSection key={company.value.id} store={store} company={company.value} />
      <EmbedSection store={store} />
      <Section title="Your data">
        <p className="text-sm text-text-2">
          Everything the company has in one ZIP file: deals with photos and documents, buyers, messages,
          offers, blasts, people and settings. It can take a few minutes.
        </p>
        <a href={sellerExport.path} download className={`${buttonClass({})} justify-self-start`}>
          Download everything
        </a>
      </Section>
    </>
  )
}

function CodeToCopy({ accountId, config }: { accountId: number; config: Resource<string> }) {
  useSignals()
  const state = config.state.value
  if (state.phase === 'failed')
    return <NotLoaded onRetry={() => void config.load()}>{KEY_LABELS.codeNotLoaded}</NotLoaded>
  if (state.phase !== 'ready') return null
  const of = { origin: window.location.origin, accountId, realtimeConfig: state.value }
  return (
    <>
      <CopyCode name={KEY_LABELS.launcher} code={launcherLine(of)} />
      <CopyCode name={KEY_LABELS.tag} code={embedTag(of)} />
      <CopyCode name={KEY_LABELS.server} code={tokenRoute(of)} />
    </>
  )
}

/**
 * "On your site": the keys of the seller's own site, and the code that puts the messenger there. For administrators.
 */
function EmbedSection({ store }: { store: SellerStore }) {
  const [keys] = useState(() => createKeyStore(store.call))
  const [config] = useState(() =>
    createResource(async () => {
      const { key, currency } = await store.call(realtimeSettings, {})
      return JSON.stringify({ key, currency })
    }),
  )
  useEffect(() => {
    void config.load()
    return config.reset
  }, [config])
  return (
    <Section title={KEY_LABELS.title} intro={KEY_LABELS.intro}>
      <KeyList store={keys} />
      <CodeToCopy accountId={store.member.account.id} config={config} />
      <p className="text-sm text-text-2">{KEY_LABELS.otherLanguages}</p>
    </Section>
  )
}
