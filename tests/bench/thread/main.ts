/** The page of the thread's benchmark: sets `window.bench` and, beside it, `window.reference`. */
import { createBench } from './bench.ts'
import { createReference } from './reference.tsx'
import { installTransport } from './transport.ts'

const stage = document.createElement('div')
stage.id = 'stage'
document.body.append(stage)

Object.assign(window, { bench: createBench(installTransport(), stage), reference: createReference(stage) })
