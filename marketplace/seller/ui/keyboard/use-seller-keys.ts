/** Hears the keys of the seller app, and presses the control that each is another way to. */
import { useEffect } from 'react'
import { isCovered, isPlain, takesLetters } from '#marketplace/kit/keys/key-press.ts'
import { isOfConversation, keysOf } from '#marketplace/seller/keyboard/seller-keys.ts'
import { REPLY_BOX } from '../outgoing-reply.tsx'

/** `showHelp` keeps its identity. */
export function useSellerKeys(areOn: boolean, showHelp: () => void): void {
  useEffect(() => {
    const keyboard = createKeyboard(areOn, showHelp)
    document.addEventListener('keydown', keyboard)
    return () => document.removeEventListener('keydown', keyboard)
  }, [areOn, showHelp])
}

function createKeyboard(areOn: boolean, showHelp: () => void): (event: KeyboardEvent) => void {
  let before: string | null = null
  /** Where the list was left: a conversation that is done or snoozed is no longer in it. */
  let lastRow = 0

  function move(step: 1 | -1): boolean {
    const rows = rowsOf()
    const focused = rows.findIndex((row) => row.matches(':focus'))
    const here = focused >= 0 ? focused : rows.findIndex(isOpen)
    const wanted = here >= 0 ? here + step : step > 0 ? lastRow : lastRow - 1
    lastRow = Math.min(rows.length - 1, Math.max(0, wanted))
    const row = rows[lastRow]
    // On a narrow screen the conversation hides the list.
    if (row?.checkVisibility()) goTo(row)
    else row?.click()
    return row !== undefined
  }
  function pressInConversation(keys: string): boolean {
    const rows = rowsOf()
    const focused = rows.findIndex((row) => row.matches(':focus'))
    const row = rows[focused]
    if (row && !isOpen(row)) {
      row.click()
      requestAnimationFrame(() => pressInConversation(keys))
      return true
    }
    const isPressed = press(keys)
    // It leaves the list, and with it the focus would be lost.
    if (isPressed && keys === 'e' && row) {
      lastRow = Math.min(focused, rows.length - 2)
      const next = rows[focused + 1] ?? rows[focused - 1]
      if (next) goTo(next)
    }
    return isPressed
  }
  function run(keys: string, target: Element): boolean {
    if (keys === 'j' || keys === 'k') return move(keys === 'j' ? 1 : -1)
    if (keys === 'Enter') return isReplyAsked(target) && press('r')
    if (keys === '?') showHelp()
    return keys === '?' || (isOfConversation(keys) ? pressInConversation(keys) : press(keys))
  }
  return (event) => {
    const former = before
    before = null
    const { target } = event
    if (event.defaultPrevented || !isPlain(event) || !(target instanceof Element) || isCovered()) return
    const isDone =
      event.key === 'Escape'
        ? leave(target)
        : areOn && !takesLetters(target) && run(keysOf(event.key, former), target)
    if (isDone) event.preventDefault()
    else if (areOn && !takesLetters(target)) before = event.key.toLowerCase()
  }
}

const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[data-chat]')]
const isOpen = (row: Element): boolean => row.getAttribute('aria-current') === 'true'

function goTo(row: HTMLElement): void {
  row.focus({ preventScroll: true })
  // The head of the list floats over its beginning.
  row.scrollIntoView({ block: 'center' })
}

function press(keys: string): boolean {
  const control = [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(keys)}"]`)].find(
    // Links of the rail lead somewhere also while the tab bar of phones replaces it.
    (one) => one.matches('a') || one.checkVisibility(),
  )
  if (control?.matches('input, textarea, select')) control.focus()
  else control?.click()
  return control !== undefined
}

/** On the row of the open conversation, or where Enter presses nothing. */
function isReplyAsked(target: Element): boolean {
  const control = target.closest('a, button, summary, label, [role=button]')
  return control === null || (control.matches('[data-chat]') && isOpen(control))
}

/** Out of the conversation to its row, or to the list that it hides. */
function leave(target: Element): boolean {
  const isWriting = target.id === REPLY_BOX
  if (target.closest('[data-thread]') === null || (takesLetters(target) && !isWriting)) return false
  const row = rowsOf().find(isOpen) ?? rowsOf()[0]
  if (!row?.checkVisibility()) return press('Escape')
  goTo(row)
  return true
}
