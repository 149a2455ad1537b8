/** Whether this browser keeps which deals were seen and when. The marks are a feature with a switch: off removes them. */

const OFF_KEY = 'plat.seen-marks-off'
export const VIEWED_KEY = 'plat.viewed-deals'
export const VISIT_KEY = 'plat.deals-visit'

/** Who turned the marks off: an account, which may turn them on elsewhere, or a visitor in this browser. */
type Where = 'account' | 'browser'

export function areMarksOff(storage: () => Storage): boolean {
  try {
    return storage().getItem(OFF_KEY) !== null
  } catch {
    return false
  }
}

export function setMarks(storage: () => Storage, isOn: boolean, where: Where): void {
  try {
    const kept = storage()
    for (const key of isOn ? [OFF_KEY] : [VIEWED_KEY, VISIT_KEY]) kept.removeItem(key)
    if (!isOn) kept.setItem(OFF_KEY, where)
  } catch {
    return
  }
}

/** Takes what the account says. What was turned off in this browser stays off. */
export function followAccount(storage: () => Storage, isOn: boolean | undefined): void {
  try {
    if (isOn === false) setMarks(storage, false, 'account')
    else if (storage().getItem(OFF_KEY) === ('account' satisfies Where)) setMarks(storage, true, 'account')
  } catch {
    return
  }
}
