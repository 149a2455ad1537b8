/** Leaves out of React what the messenger does not use. React is CommonJS, of which no bundler leaves anything out. */
import type { Plugin } from 'vite'
import type { Known } from './known-rules.ts'
import { joined, leaveOut } from './leave-out.ts'
import { REACT_DOM } from './react-dom-known.ts'
import { REACT, REACT_DOM_ITSELF, SCHEDULER } from './react-known.ts'

export const REACT_FILES: Readonly<Record<string, Known>> = {
  'react/cjs/react.production.js': REACT,
  'scheduler/cjs/scheduler.production.js': SCHEDULER,
  'react-dom/cjs/react-dom.production.js': REACT_DOM_ITSELF,
  'react-dom/cjs/react-dom-client.production.js': joined(REACT_DOM),
}

/** Fails the build when a release is written in another way. */
export function reactDomParts(): Plugin {
  return {
    name: 'plat-react-dom-parts',
    transform(code, id) {
      const file = Object.keys(REACT_FILES).find((end) => id.endsWith(`/node_modules/${end}`))
      const known = file && REACT_FILES[file]
      return known ? { code: leaveOut(file, code, known), map: null } : null
    },
  }
}
