/**
 * What dist/widget/plat-messenger.js is: importing it registers the element. It is evaluated in six parts, each a task of its own:
 * in one they kept a slow phone's page waiting for longer than the 50 ms that count as blocking.
 */
import 'react-dom/client'
import './pause-after-react.ts'
import 'react-virtuoso'
import './pause-after-list.ts'
import '#shared/contract/messenger.ts'
import './pause-after-contract.ts'
import { definePlatMessenger } from './define.ts'
import { nextTask } from './next-task.ts'
import { messengerSheet } from './stylesheet.ts'

export { definePlatMessenger } from './define.ts'
export { PlatMessengerElement } from './messenger-element.ts'

await nextTask()
// Read before an element needs it: the rules are long.
if (typeof CSSStyleSheet === 'function') messengerSheet()
await nextTask()
definePlatMessenger()
