/** Ways in besides the password: a mailed code, and the networks this installation is set up for. */
import { useSignals } from '@preact/signals-react/runtime'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import { useConfigs, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import { createLoginCalls } from './login-calls.ts'
import type { LoginModel } from './login-model.ts'
import { keepReturnTo } from './social-return.ts'

export function OtherDoors({ model }: { model: LoginModel }) {
  useSignals()
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-4 text-sm text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button size="lg" isBlock disabled={model.isBusy.value} onClick={() => void model.emailCode()}>
        <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
        Email me a code
      </Button>
      <SocialDoors />
    </div>
  )
}

/** One button per network that is configured; none, no buttons. */
function SocialDoors() {
  useSignals()
  const services = useServices()
  const networks = useConfigs()?.social_networks ?? []
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function leaveFor(network: string) {
    setBusy(network)
    setProblem(null)
    const answer = await createLoginCalls(services).socialPage(network)
    if (answer.kind === 'done') {
      keepReturnTo(window, services.loginPrompt.asked.peek().onward)
      window.location.assign(answer.value)
      return
    }
    setBusy(null)
    setProblem(refusalWords(answer) ?? 'Too many tries. Try again in a minute.')
  }

  return (
    <>
      {networks.map(({ network, name }) => (
        <Button
          key={network}
          size="lg"
          isBlock
          isBusy={busy === network}
          disabled={busy !== null}
          onClick={() => void leaveFor(network)}
        >
          Continue with {name}
        </Button>
      ))}
      {networks.length === 0 ? null : (
        <p className="text-text-3 text-xs">
          To create an account you must be 18 or older and agree to the{' '}
          <a href="/terms-of-service" target="_blank" rel="noopener" className="text-link">
            Terms of service
          </a>
          .
        </p>
      )}
      <FormProblem message={problem} />
    </>
  )
}
