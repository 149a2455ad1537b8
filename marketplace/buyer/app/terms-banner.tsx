/** Asks for the terms of service until they are accepted: of who came by a way that shows none, and of everybody when they have changed. */
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Banner } from '#marketplace/buyer/ui/banner.tsx'
import { TermsRequest } from '#marketplace/kit/ui/terms.tsx'
import { acceptTerms } from '#shared/contract/profile.ts'

export default function TermsBanner({ version }: { version: string }) {
  const { api, user } = useServices()
  const accept = async () => user.adopt((await api(acceptTerms, { body: { terms_version: version } })).data)
  return (
    <Banner>
      <TermsRequest accept={accept} />
    </Banner>
  )
}
