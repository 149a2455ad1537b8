/** Catches what one part of a page throws, so that the rest of the page stays (checklist ERR-03). */

import { Component, type ReactNode } from 'react'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import type { Log } from '#shared/lib/log.ts'
import { Button } from '#shared/ui/button.tsx'

export interface PanelBoundaryProps {
  /** What could not be shown, as a sentence begins: `Your phones`. Without it the part is left out in silence. */
  name?: string
  log: Log
  children: ReactNode
}

export class PanelBoundary extends Component<PanelBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.log.error('A part of the page failed', error)
  }

  override render() {
    const { name, children } = this.props
    if (!this.state.hasFailed) return children
    if (name === undefined) return null
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line p-4 text-text-2">
        <Alert>{name} could not be shown.</Alert>
        <Button size="sm" onClick={() => this.setState({ hasFailed: false })}>
          Try again
        </Button>
      </div>
    )
  }
}
