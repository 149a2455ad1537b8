/** Ties a form to the question that is asked before unsaved input is left. */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { effect } from '@preact/signals-core'
import { createContext, type RefCallback, use, useCallback, useEffect, useState } from 'react'
import { createTypedInput } from '#marketplace/kit/typed-input.ts'
import type { Unsaved } from '#marketplace/kit/unsaved.ts'

/** Provided once by each app. */
export const UnsavedContext = createContext<Unsaved | null>(null)

/** Outside of an app nothing is asked. */
export function useUnsaved(isDirty: ReadonlySignal<boolean>): void {
  const unsaved = use(UnsavedContext)
  useEffect(() => (unsaved ? holdWhile(isDirty, unsaved) : undefined), [isDirty, unsaved])
}

/** For a form that React's own state holds. */
export function useUnsavedWhile(isDirty: boolean): void {
  const unsaved = use(UnsavedContext)
  useEffect(() => (isDirty && unsaved ? unsaved.hold() : undefined), [isDirty, unsaved])
}

/** For a form that is saved when its field loses focus: a pressed link waits for the answer. */
export function useSavingWhile(isSaving: boolean): void {
  const saving = use(UnsavedContext)?.saving
  useEffect(() => (isSaving && saving ? counted(saving) : undefined), [isSaving, saving])
}

/** For what a later page still has, or saves: only closing the tab or reloading it is asked about. */
export function useAskBeforeClose(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLost])
}

/** For a form without a model that knows: as its `ref` it is asked about once something is typed into it. */
export function useTypedInput(): RefCallback<HTMLElement> {
  const [typed] = useState(createTypedInput)
  useUnsaved(typed.isTyped)
  return useCallback((form) => (form ? typed.watch(form) : undefined), [typed])
}

const holdWhile = (isDirty: ReadonlySignal<boolean>, unsaved: Unsaved): (() => void) =>
  effect(() => (isDirty.value ? unsaved.hold() : undefined))

function counted(saving: Signal<number>): () => void {
  saving.value++
  return () => void saving.value--
}
