/** "Confirm it's you": opens when the server asks for it, and lets the refused call go on. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import type { Api } from '#shared/api/client.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import type { Passkeys } from './passkeys.ts'
import { StepForm } from './step-form.tsx'
import { createStepModel, type StepModel } from './step-model.ts'

export interface ConfirmGate {
  readonly open: ReadonlySignal<StepModel | null>
  /** For `onConfirmIdentity`: true once the person has confirmed, false when they closed the dialog. */
  ask(): Promise<boolean>
  cancel(): void
}

interface GateDeps {
  api: () => Api
  calls: TwoStepCalls
  passkeys: Passkeys
}

export function createConfirmGate({ api, calls, passkeys }: GateDeps): ConfirmGate {
  const open = signal<StepModel | null>(null)
  let asking: Promise<boolean> | null = null
  let settle: (isConfirmed: boolean) => void = () => {}

  const end = (isConfirmed: boolean) => {
    asking = null
    open.value = null
    settle(isConfirmed)
  }
  const begin = async (): Promise<boolean> => {
    const { data } = await api()(calls.startConfirm, {})
    const isDone = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    open.value = createStepModel({
      step: data.step,
      passkeys,
      first: data.asks_password ? 'password' : 'code',
      async send(body) {
        await api()(calls.confirm, { body })
        end(true)
      },
    })
    return isDone
  }

  return {
    open,
    ask() {
      // Two calls that are refused together wait for one dialog.
      asking ??= begin().catch(() => {
        asking = null
        return false
      })
      return asking
    },
    cancel: () => end(false),
  }
}

export function ConfirmDialog({ gate }: { gate: ConfirmGate }) {
  useSignals()
  const model = gate.open.value
  if (!model) return null
  return (
    <Modal title="Confirm it's you" onClose={gate.cancel}>
      <p className="pb-4 text-sm text-text-2">
        This needs a fresh confirmation. It lasts 10 minutes on this device.
      </p>
      <StepForm model={model} action="Confirm" />
    </Modal>
  )
}
