/** The pages between the password and the app: the second step, and the set-up that is required first. */
import type { ReactNode } from 'react'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog, type ConfirmGate } from './confirm-gate.tsx'
import type { SecurityModel } from './security-model.ts'
import { SecurityPanel } from './security-panel.tsx'
import { StepForm } from './step-form.tsx'
import type { StepModel } from './step-model.ts'

export const STEP_TITLE = "Confirm it's you"

export function SecondStepPage({ model, onBack }: { model: StepModel; onBack: () => void }) {
  return (
    <Page title={STEP_TITLE} intro="Your password was right. One more step.">
      <StepForm model={model} action="Log in" />
      <Button variant="ghost" size="sm" onClick={onBack}>
        Back to the login
      </Button>
    </Page>
  )
}

/** What the page needs of an app's login. */
interface EnrollPageProps {
  login: { security: SecurityModel; gate: ConfirmGate; logout(): Promise<void> }
}

export function EnrollPage({ login: { security, gate, logout } }: EnrollPageProps) {
  return (
    <Page
      title="Set up two-step login"
      intro="It is required for you. Until it is set up, nothing else is available."
    >
      <SecurityPanel model={security} />
      <Button variant="ghost" size="sm" onClick={() => void logout()}>
        Log out
      </Button>
      <ConfirmDialog gate={gate} />
    </Page>
  )
}

function Page({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid max-w-110 gap-4 px-4 py-16">
      <ViewHeading name={title} className="font-semibold text-2xl tracking-tight" />
      <p className="text-sm text-text-2">{intro}</p>
      {children}
    </main>
  )
}
