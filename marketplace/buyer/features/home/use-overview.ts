/** Loads what the home page says of all deals, with code that comes after the first paint. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { HomeModel, OverviewState } from './home-model.ts'

const LOADING: OverviewState = { phase: 'loading' }
const UNREACHABLE: OverviewState = { phase: 'failed', failure: { kind: 'offline' } }

export interface ShownOverview {
  readonly state: OverviewState
  readonly retry: () => void
}

export function useOverview(isUser: boolean): ShownOverview {
  useSignals()
  const { api, log } = useServices()
  const [model, setModel] = useState<HomeModel | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (hasFailed || model) return
    let isGone = false
    import('./home-model.ts').then(
      ({ createHomeModel }) => {
        if (isGone) return
        const made = createHomeModel({ api, log, isUser })
        setModel(made)
        void made.load()
      },
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [api, log, isUser, hasFailed, model])
  return {
    state: model?.state.value ?? (hasFailed ? UNREACHABLE : LOADING),
    retry: () => (model ? void model.load() : setFailed(false)),
  }
}
