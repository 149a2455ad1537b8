/** The account: its settings and embed code for administrators, the people at its desk, and saved replies for everybody. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { EmbedSection } from './embed-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { RepliesSection } from './replies-section.tsx'
import { SettingsSection } from './settings-section.tsx'

export function CompanyPage({ desk }: { desk: DeskStore }) {
  useSignals()
  const { company } = desk
  const isAdministrator = desk.member.role !== 'manager'
  useEffect(() => {
    if (isAdministrator) void company.load()
    void company.loadShared()
  }, [company, isAdministrator])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-190 px-4 pt-5 pb-16">
        <h2 className="font-semibold text-lg">Company</h2>
        <p role="alert" className="pt-2 text-danger-text text-sm empty:hidden">
          {company.trouble.value}
        </p>
        <p role="status" className="pt-2 text-gain-text text-sm empty:hidden">
          {company.notice.value}
        </p>
        {isAdministrator ? (
          <Settings desk={desk} />
        ) : (
          <Section title="Settings">
            <p className="text-sm text-text-2">Only an administrator of the account changes its settings.</p>
          </Section>
        )}
        <PeopleSection desk={desk} />
        <RepliesSection desk={desk} />
      </div>
    </div>
  )
}

function Settings({ desk }: { desk: DeskStore }) {
  useSignals()
  const { company, state, load } = desk.company
  if (state.value === 'failed')
    return (
      <div className="grid justify-items-start gap-3 py-6">
        <p>The settings could not be loaded.</p>
        <Button onClick={() => void load()}>Try again</Button>
      </div>
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
      <SettingsSection key={company.value.id} desk={desk} company={company.value} />
      <EmbedSection desk={desk} />
    </>
  )
}
