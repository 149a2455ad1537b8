/** The busy and failed states of an action. */
import { useState } from 'react'
import { ApiError } from '#shared/api/api-error.ts'
import { errorText } from './error-text.ts'

/** `during(work)` settles as `work` does; `isBusy` is true until then. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  async function during<T>(work: Promise<T>): Promise<T> {
    setBusy(true)
    try {
      return await work
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, during }
}

/**
 * `run(work)` resolves with true if `work` succeeded. Otherwise `errorMessage` is the text that `work` resolved with, or the text
 * of its error. Anything but an `ApiError` is a bug: its text is shown, and it is thrown again.
 */
export function useAction() {
  const { isBusy, during } = useBusy()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setErrorMessage(null)
    try {
      const problem = await during(work())
      if (typeof problem !== 'string') return true
      setErrorMessage(problem)
    } catch (error) {
      setErrorMessage(errorText(error))
      if (!(error instanceof ApiError)) throw error
    }
    return false
  }
  return { isBusy, errorMessage, setErrorMessage, run }
}
