/** The page of the thread's benchmark: sets `window.bench`, and beside it `window.heldThread` and `window.reference`. */
import { createBench } from './bench.ts'
import { createHeld } from './held.tsx'
import { createReference } from './reference.tsx'
import { installTransport } from './transport.ts'

const stage = document.querySelector<HTMLElement>('main')
if (!stage) throw new Error('the page has a place for what is measured')
const transport = installTransport()

Object.assign(window, {
  bench: createBench(transport, stage),
  heldThread: createHeld(transport, stage),
  reference: createReference(stage),
})
