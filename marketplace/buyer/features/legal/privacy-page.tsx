/** `/privacy-policy`: the document, and the way to change what was agreed to. */
import { useSignals } from '@preact/signals-react/runtime'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import { type Answer, CONSENT_VERSION, type Consent } from '#marketplace/buyer/platform/consent.ts'
import { SeenMarksSwitch } from '#marketplace/buyer/ui/seen-marks-switch.tsx'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { PRIVACY_VERSION } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { LegalDocument } from './legal-document.tsx'
import { PRIVACY } from './privacy-text.ts'

export default function PrivacyPage() {
  const background = useBackground()
  return (
    <LegalDocument
      name="privacy"
      title="Privacy policy"
      version={PRIVACY_VERSION}
      summary="What data we collect about you, why we use it, who else sees it, how long we keep it, and how you can change or delete it."
      sections={PRIVACY}
    >
      {background ? (
        <>
          <ChosenNote consent={background.consent} />
          <Button className="mt-3 print:hidden" onClick={() => background.consent.ask()}>
            Change cookie choices
          </Button>
        </>
      ) : null}
      <div className="mt-5 print:hidden">
        <SeenMarksSwitch />
      </div>
    </LegalDocument>
  )
}

/** When and what this browser's person chose. */
function ChosenNote({ consent }: { consent: Consent }) {
  useSignals()
  const answer = consent.chosen.value
  return <p className="mt-4 text-sm text-text-2">{consent.hasSignal ? SIGNAL : chosenWords(answer)}</p>
}

const SIGNAL = 'Your browser sends an opt-out signal: only what is necessary is on.'

function chosenWords(answer: Answer | null): string {
  if (answer?.version !== CONSENT_VERSION)
    return 'You have not answered the current cookie question: only what is necessary is on.'
  const { at, analytics, marketing } = answer
  const also = [analytics ? 'analytics' : [], marketing ? 'support chat and marketing' : []].flat()
  return `Your choice in this browser, ${momentWords(at)}: ${['necessary', ...also].join(', ')}. Version ${CONSENT_VERSION} of the question.`
}
