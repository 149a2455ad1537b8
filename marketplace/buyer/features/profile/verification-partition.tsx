/** The identity check: where it stands, opening it, and what being verified means (checklist AUTH-60…64). */

import { useSignals } from '@preact/signals-react/runtime'
import { BadgeCheck, CircleAlert, Clock, ShieldQuestion } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import { followIdentity } from '#marketplace/buyer/platform/identity-updates.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { type IdentityState, identityState } from '#marketplace/kit/identity/identity-states.ts'
import {
  createVerificationModel,
  type VerificationModel,
} from '#marketplace/kit/identity/verification-model.ts'
import { VerificationProblem } from '#marketplace/kit/identity/verification-problem.tsx'
import { identityLinkToken } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import type { PartitionProps } from './partition-props.ts'
import { TrustPanel } from './trust-panel.tsx'

export default function VerificationPartition({ user }: PartitionProps) {
  const { live, user: store } = useServices()
  useEffect(() => followIdentity({ user: store, live }), [live, store])
  return (
    <>
      <CheckSection user={user} />
      <Section
        title="Who sees it"
        note="Sellers you write to and whose deals you offer on see that you are verified. Nobody sees your ID: it stays with the provider of the check."
      >
        <ul className="grid max-w-[62ch] list-disc gap-1 pl-5 text-sm text-text-2">
          <li>Sellers can share a hidden address with verified buyers without asking further questions.</li>
          <li>Your offers show the verified mark, which sellers look at first.</li>
          <li>You verify once, for all sellers.</li>
        </ul>
      </Section>
      <TrustPanel user={user} />
    </>
  )
}

function CheckSection({ user }: PartitionProps) {
  useSignals()
  const model = useVerification()
  const state = identityState(user.identity.status)
  return (
    <Section title="Your identity">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-line px-4.5 py-4">
        <StateIcon tone={state.tone} />
        <div role="status" className="min-w-0 flex-1 basis-48">
          <p className="font-semibold text-md">{state.title}</p>
          <p className="mt-0.5 text-sm text-text-2">{textOf(user, state)}</p>
        </div>
        {state.action === null ? null : (
          <Button
            variant={user.identity.status === 'in_progress' ? 'secondary' : 'primary'}
            className="pointer-coarse:h-11"
            isBusy={model.isBusy.value}
            onClick={() => void model.start()}
          >
            {state.action}
          </Button>
        )}
      </div>
      <VerificationProblem model={model} />
    </Section>
  )
}

function useVerification(): VerificationModel {
  const { api, user } = useServices()
  const background = useBackground()
  const [model] = useState(() =>
    createVerificationModel({
      begin: () => api(identityLinkToken, {}).then(({ data }) => data),
      async openScript(token) {
        const scripts = await background?.scripts()
        if (!(await scripts?.need('identity'))) return false
        return openIdentityLink(token, () => void user.load())
      },
      refresh: user.load,
    }),
  )
  return model
}

/** The provider's own reason says more than ours. */
const textOf = ({ identity }: User, state: IdentityState): string =>
  identity.status === 'failed' && identity.reason ? `${identity.reason} You can try again.` : state.text

const ICONS = {
  info: { Icon: ShieldQuestion, className: 'text-text-3' },
  good: { Icon: BadgeCheck, className: 'text-gain-text' },
  warn: { Icon: Clock, className: 'text-warn-text' },
  bad: { Icon: CircleAlert, className: 'text-danger-text' },
} as const

function StateIcon({ tone }: { tone: IdentityState['tone'] }) {
  const { Icon, className } = ICONS[tone]
  return (
    <Icon size={22} strokeWidth={1.75} aria-hidden="true" className={classNames('flex-none', className)} />
  )
}

interface LinkHandler {
  open(): void
  destroy(): void
}

interface LinkSettings {
  token: string
  onSuccess: () => void
  onExit: () => void
}

interface WithLink {
  Plaid?: { create(settings: LinkSettings): LinkHandler }
}

/**
 * Plaid's Link, the script of an identity provider, as far as it is used here. False when the script is not on the page.
 * `ended` runs when the person is done or turned away.
 */
function openIdentityLink(token: string, ended: () => void): boolean {
  const { Plaid } = window as WithLink
  if (Plaid === undefined) return false
  const end = () => {
    handler.destroy()
    ended()
  }
  const handler = Plaid.create({ token, onSuccess: end, onExit: end })
  handler.open()
  return true
}
