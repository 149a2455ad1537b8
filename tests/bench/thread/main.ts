/** The page of the thread's benchmark: sets `window.bench`, and beside it `window.heldThread` and `window.reference`. */
import { createBench } from './bench.ts'
import { createHeld } from './held.tsx'
import { createReference } from './reference.tsx'
import { installTransport } from './transport.ts'

const stage = document.createElement('div')
stage.id = 'stage'
document.body.append(stage)
const transport = installTransport()

Object.assign(window, {
  bench: createBench(transport, stage),
  heldThread: createHeld(transport, stage),
  reference: createReference(stage),
})
