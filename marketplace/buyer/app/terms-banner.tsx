/** Asks for the terms of service until they are accepted: of who came by a way that shows none, and of everybody when they have changed. */
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Banner } from '#marketplace/buyer/ui/banner.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { acceptTerms } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'

export default function TermsBanner({ version }: { version: string }) {
  const { api, user } = useServices()
  const { isBusy, errorMessage, run } = useAction()
  const accept = () =>
    run(async () => user.adopt((await api(acceptTerms, { body: { terms_version: version } })).data))
  return (
    <Banner>
      <span>
        Please read and agree to the{' '}
        <a href="/terms-of-service" target="_blank" rel="noopener" className="text-link">
          Terms of service
        </a>
        . You must be 18 or older.
      </span>
      <Button size="sm" className="pointer-coarse:h-11" isBusy={isBusy} onClick={() => void accept()}>
        I agree
      </Button>
      <span role="alert" className="text-danger-text">
        {errorMessage}
      </span>
    </Banner>
  )
}
