/** Says to one of the house whose account this is, that nothing can be changed, and how to leave. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Banner } from '#marketplace/buyer/ui/banner.tsx'
import { LogOutButton } from '#marketplace/buyer/ui/log-out-button.tsx'

export default function ViewedBanner(): ReactNode {
  useSignals()
  const { user } = useServices()
  const state = user.state.value
  if (state.phase !== 'user') return null
  return (
    <Banner>
      <span>
        You are looking at the account of <b className="break-words font-medium">{state.user.name}</b>. You
        can read everything here and change nothing.
      </span>
      <LogOutButton />
    </Banner>
  )
}
