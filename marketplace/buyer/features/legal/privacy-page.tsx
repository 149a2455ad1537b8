/** `/privacy-policy`: the document, and the way to change what was agreed to. */
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { LegalDocument } from './legal-document.tsx'
import { PRIVACY } from './privacy-text.ts'

export default function PrivacyPage() {
  const background = useBackground()
  return (
    <LegalDocument
      name="privacy"
      title="Privacy policy"
      version={TERMS_VERSION}
      summary="What data we collect about you, why we use it, who else sees it, how long we keep it, and how you can change or delete it."
      sections={PRIVACY}
    >
      {background ? (
        <Button className="mt-4 print:hidden" onClick={() => background.consent.ask()}>
          Change cookie choices
        </Button>
      ) : null}
    </LegalDocument>
  )
}
