/** The profile at a glance: what is missing and what it would unlock, what waits, and how far sellers can trust it. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createResource } from '#marketplace/platform/resource.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import type { User } from '#marketplace/platform/user.ts'
import { Link, LinkButton } from '#marketplace/ui/link.tsx'
import { LoadFailed } from '#marketplace/ui/load-failed.tsx'
import { List, LoadingRows, Note, ROW, Section } from '#marketplace/ui/partition-parts.tsx'
import { getSmartBuyBox, listGeotags } from '#shared/contract/buy-box.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { profileSteps, type Step } from './overview-steps.ts'
import type { PartitionProps } from './partition-props.ts'
import { TrustPanel } from './trust-panel.tsx'

export default function OverviewPartition({ user }: PartitionProps) {
  return (
    <>
      <Completeness user={user} />
      <OpenItems user={user} />
      <TrustPanel user={user} />
    </>
  )
}

function Completeness({ user }: PartitionProps) {
  useSignals()
  const { api } = useServices()
  const [markets] = useState(() =>
    createResource(async () => {
      const [tags, box] = await Promise.all([api(listGeotags, {}), api(getSmartBuyBox, {})])
      return tags.data.length > 0 || box.entities.length > 0
    }),
  )
  useEffect(() => void markets.load(), [markets])
  const state = markets.state.value
  if (state.phase === 'loading') return <LoadingRows count={6} />
  const steps = profileSteps(user, state.phase === 'ready' ? state.value : null)
  const done = steps.filter((step) => step.isDone).length
  return (
    <Section
      title={done === steps.length ? 'Your profile is complete' : 'Complete your profile'}
      note={`${done} of ${steps.length} done`}
    >
      <List>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </List>
      {state.phase === 'failed' ? (
        <div className="mt-3">
          <LoadFailed onRetry={() => void markets.load()}>
            Whether your buy box is set up could not be asked. {state.message}
          </LoadFailed>
        </div>
      ) : null}
    </Section>
  )
}

function StepRow({ step: { label, unlocks, isDone, href } }: { step: Step }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className={ROW}>
      <Icon
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className={isDone ? 'flex-none text-gain-text' : 'flex-none text-text-3'}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-text-2">Unlocks: {unlocks}</p>
      </div>
      {isDone ? (
        <span className="text-gain-text text-sm">Done</span>
      ) : (
        <LinkButton href={href} size="sm" className="pointer-coarse:h-11" aria-label={label}>
          Go
        </LinkButton>
      )}
    </li>
  )
}

function OpenItems({ user }: PartitionProps) {
  const items = openItems(user)
  return (
    <Section title="Waiting for you">
      {items.length === 0 ? (
        <Note tone="good">Nothing is waiting for you.</Note>
      ) : (
        <List>
          {items.map(({ text, href }) => (
            <li key={text} className={ROW}>
              <Link href={href} className="text-link wrap-anywhere min-w-0">
                {text}
              </Link>
            </li>
          ))}
        </List>
      )}
    </Section>
  )
}

function openItems(user: User): readonly { text: string; href: string }[] {
  const waiting = user.phones.filter((phone) => !phone.isConfirmed)
  return [
    ...(user.isEmailConfirmed
      ? []
      : [{ text: `Confirm ${user.email ?? 'your email'}`, href: '/profile/personal' }]),
    ...waiting.map((phone) => ({ text: `Confirm ${formatPhone(phone.number)}`, href: '/profile/phones' })),
    ...(['failed', 'expired'].includes(user.identity.status)
      ? [{ text: 'Try the identity check again', href: '/profile/verification' }]
      : []),
    ...(user.unreadTotal > 0
      ? [
          {
            text: user.unreadTotal === 1 ? 'Read 1 new message' : `Read ${user.unreadTotal} new messages`,
            href: '/messenger',
          },
        ]
      : []),
  ]
}
