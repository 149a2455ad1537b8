/** For the lite flavour: libraries that import all of React by one name import what they read of it, so that the rest stays out. */
import type { Plugin } from 'vite'

const WHOLE = /\bimport (\w+)(?:, (\{[^}]*\}))? from "(react|react-dom)"/g

export function namedReact(): Plugin {
  return {
    name: 'plat-named-react',
    transform: (code, id) =>
      id.includes('node_modules') && WHOLE.test(code) ? { code: named(code), map: null } : null,
  }
}

const named = (code: string): string =>
  code.replace(
    WHOLE,
    (_, all, some, from) =>
      `import * as ${all} from "${from}"${some ? `; import ${some} from "${from}"` : ''}`,
  )
