/** Log in over the page the person is on. The dialog is an entry of the history: Back closes it (platform/login-prompt.ts). */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useRef } from 'react'
import { withoutLogin } from '#marketplace/buyer/platform/login-prompt.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { registerAddress } from '#shared/rules/return-to.ts'
import { LoginPanel } from './login-panel.tsx'

export default function LoginDialog(): ReactNode {
  useSignals()
  const { user, loginPrompt } = useServices()
  const state = user.state.value
  const email = useRef<HTMLInputElement>(null)
  const stateAtOpen = useRef(state)
  useEffect(() => {
    // A visitor who is somebody now, or the former user who proved it anew: both are new states.
    if (state.phase === 'user' && state !== stateAtOpen.current) void loginPrompt.close(true)
  }, [state, loginPrompt])
  const here = window.location.pathname + withoutLogin(window.location.search)
  const { reason, onward = here } = loginPrompt.asked.value
  return (
    <Modal title="Log in" onClose={() => void loginPrompt.close(false)} initialFocus={email}>
      {reason ? <p className="-mt-1 mb-4 text-base text-text-2">{reason}</p> : null}
      <LoginPanel
        start="email"
        emailRef={email}
        title={(text, isFirst) =>
          isFirst ? null : <h3 className="font-semibold text-lg tracking-tight">{text}</h3>
        }
        registerHref={registerAddress(onward)}
      />
    </Modal>
  )
}
