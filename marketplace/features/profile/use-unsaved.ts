/** Ties a form to the question that is asked before unsaved input is left. */
import type { ReadonlySignal } from '@preact/signals-core'
import { effect } from '@preact/signals-core'
import { useEffect } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import type { Unsaved } from '#marketplace/platform/unsaved.ts'

export function useUnsaved(isDirty: ReadonlySignal<boolean>): void {
  const { unsaved } = useServices()
  useEffect(() => holdWhile(isDirty, unsaved), [isDirty, unsaved])
}

const holdWhile = (isDirty: ReadonlySignal<boolean>, unsaved: Unsaved): (() => void) =>
  effect(() => (isDirty.value ? unsaved.hold() : undefined))
