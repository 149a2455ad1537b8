/** Logs out and goes home; says so when the server could not be told. */

import { useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'

export interface LogOut {
  state: 'idle' | 'busy' | 'failed'
  leave: () => void
}

export const LOG_OUT_FAILED = `You are still logged in: ${BRAND} cannot be reached. Try again.`

export function useLogOut(): LogOut {
  const { user } = useServices()
  const [, navigate] = useLocation()
  const [state, setState] = useState<LogOut['state']>('idle')

  async function leave() {
    setState('busy')
    if (!(await user.logOut(() => navigate('/')))) setState('failed')
  }

  return { state, leave: () => void leave() }
}

export function LogOutButton() {
  const { state, leave } = useLogOut()
  return (
    <>
      <Button variant="ghost" isBusy={state === 'busy'} onClick={leave}>
        Log out
      </Button>
      <FormProblem className="basis-full" message={state === 'failed' && LOG_OUT_FAILED} />
    </>
  )
}
