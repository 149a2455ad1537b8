/** The error pages, fetched when there is an error. */
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { PageFailed } from '#marketplace/buyer/ui/page-state.tsx'

export const NotFoundPage = lazyPart(() =>
  import('./error-pages.tsx').then((file) => ({ default: file.NotFoundPage })),
)
export const ServerErrorPage = lazyPart(
  () => import('./error-pages.tsx').then((file) => ({ default: file.ServerErrorPage })),
  BareErrorPage,
)

/** Without the code of the other one. */
function BareErrorPage({ onRetry }: { reference: string; onRetry: () => void }) {
  const reason = failureWords({ kind: 'malformed', status: 0 })
  return (
    <PageFailed title="Internal Server Error" awaited={reason} onRetry={onRetry}>
      {reason}
    </PageFailed>
  )
}
