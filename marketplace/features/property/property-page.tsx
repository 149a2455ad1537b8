/** One property: drawing, price against ARV, facts, seller, and the way into the conversation with them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { failureWords } from '#marketplace/platform/failure-words.ts'
import { usePageName } from '#marketplace/platform/page-name.ts'
import type { PageProps } from '#marketplace/platform/route.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { LinkButton } from '#marketplace/ui/link.tsx'
import { PageFailed } from '#marketplace/ui/page-state.tsx'
import { PlatScreen } from '#marketplace/ui/plat-screen.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { createPropertyModel } from './property-model.ts'
import { PropertyView } from './property-view.tsx'

export default function PropertyPage({ params }: PageProps) {
  useSignals()
  const { api } = useServices()
  const model = useMemo(() => createPropertyModel(api, params.id), [api, params.id])
  useEffect(() => void model.load(), [model])
  const state = model.state.value
  usePageName(state.phase === 'ready' ? state.property.headline : null)

  switch (state.phase) {
    case 'loading':
      return <PropertyLoading />
    case 'ready':
      return <PropertyView property={state.property} />
    case 'missing':
      return (
        <PlatScreen
          title="Property not found"
          lot="missing"
          actions={
            <LinkButton href="/" variant="primary">
              Go to home
            </LinkButton>
          }
        >
          <p>The link is not complete, or the seller has taken the property down.</p>
        </PlatScreen>
      )
    case 'failed':
      return (
        <PageFailed title="This property could not be loaded" onRetry={() => void model.load()}>
          {failureWords(state.failure)}
        </PageFailed>
      )
  }
}

/** The places of what is coming, in their sizes. */
function PropertyLoading() {
  return (
    <div className="mx-auto w-full max-w-310 desk:px-8 desk:py-4">
      <h1 tabIndex={-1} className="sr-only">
        Property
      </h1>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-66 rounded-none desk:h-85.5 desk:rounded-lg" />
      <div className="grid gap-3 px-4 pt-5.5 desk:px-0">
        <Skeleton className="h-8 w-72" />
        <Skeleton className="h-5 w-52" />
        <Skeleton className="mt-4 h-18 max-w-190" />
        <Skeleton className="mt-4 h-40 max-w-190" />
      </div>
    </div>
  )
}
