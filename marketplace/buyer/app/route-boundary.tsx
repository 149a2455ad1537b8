/** Catches what a page throws and shows the error page in its place; the bars around it go on working. */
import { Component, type ReactNode } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import type { Log } from '#shared/lib/log.ts'

export interface PageFailure {
  /** What support finds the failure by: the request's id, else one that stands in this browser's log. */
  readonly reference: string
  /** The session has ended: a matter of logging in, not an error of ours (trap T-20). */
  readonly isLoginNeeded: boolean
}

export interface RouteBoundaryProps {
  log: Log
  fallback: (failure: PageFailure) => ReactNode
  children: ReactNode
}

/** Give it a `key` that changes with the page, so that leaving a broken page mends it. */
export class RouteBoundary extends Component<RouteBoundaryProps, { failure: PageFailure | null }> {
  override state: { failure: PageFailure | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: failureOf(error) }
  }

  override componentDidCatch(error: unknown) {
    this.props.log.error(`A page failed, reference ${this.state.failure?.reference}`, error)
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.fallback(failure)
  }
}

const REFERENCE_LENGTH = 8

export function failureOf(error: unknown): PageFailure {
  const refused = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : null
  return {
    reference:
      refused?.problem.request_id ??
      Math.random()
        .toString(36)
        .slice(2, 2 + REFERENCE_LENGTH),
    isLoginNeeded: refused?.status === 401,
  }
}
