/**
 * The package around the built files in dist/npm: its package.json, the types of its doors, and custom-elements.json. React is
 * a peer: an app that has it shares its own.
 */
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The doors by the names of their files in widget/npm. */
export const NPM_DOORS = {
  element: join(ROOT, 'widget/npm/element.ts'),
  define: join(ROOT, 'widget/npm/define.ts'),
  react: join(ROOT, 'widget/npm/react.tsx'),
  loader: join(ROOT, 'widget/npm/loader.ts'),
} as const

/** Everything of the host's own React. */
export const NPM_EXTERNAL = /^react(-dom)?(\/|$)/

export function npmPackage(out: string): Plugin {
  return {
    name: 'plat-npm-package',
    apply: 'build',
    async closeBundle() {
      await writeFile(join(out, 'package.json'), `${JSON.stringify(await packageJson(), null, 2)}\n`)
      await cp(join(ROOT, 'widget/custom-elements.json'), join(out, 'custom-elements.json'))
      await cp(join(ROOT, 'widget/npm/README.md'), join(out, 'README.md'))
      await writeTypes(join(out, 'types'))
    },
  }
}

async function packageJson() {
  const { version, license, description } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const door = (name: keyof typeof NPM_DOORS) => ({
    types: `./types/npm/${name}.d.ts`,
    default: `./${name}.js`,
  })
  return {
    name: 'plat-messenger',
    version,
    description,
    license,
    type: 'module',
    exports: {
      '.': door('element'),
      './element': door('element'),
      './define': door('define'),
      './react': door('react'),
      './loader': door('loader'),
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    sideEffects: ['./define.js', './react.js'],
    customElements: 'custom-elements.json',
    peerDependencies: { react: '>=18', 'react-dom': '>=18' },
  }
}

/** Of everything that the doors' types reach, and of nothing else. */
async function writeTypes(out: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'plat-types-'))
  try {
    const config = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        outDir: work,
        rootDir: ROOT,
        typeRoots: [join(ROOT, 'node_modules/@types')],
        types: [join(ROOT, 'node_modules/vite/client.d.ts'), 'node'],
      },
      include: [],
      files: Object.values(NPM_DOORS),
    }
    const project = join(work, 'tsconfig.json')
    await writeFile(project, JSON.stringify(config))
    const tsc = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project])
    if (tsc.status !== 0) throw new Error(`types of the package: ${tsc.stdout}`)
    for (const file of await reached(work)) {
      const to = join(out, relative(join(work, 'widget'), file))
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, (await readFile(file, 'utf8')).replace(IMPORTED_TS, '$1.js$3'))
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const IMPORTED_TS = /(from '\.[^']+)\.(tsx?)(')/g

async function reached(work: string): Promise<string[]> {
  const doors = Object.keys(NPM_DOORS).map((name) => join(work, 'widget/npm', `${name}.d.ts`))
  const found = new Set(doors)
  for (const file of found) {
    const text = await readFile(file, 'utf8')
    const foreign = /from '#[^']+'/.exec(text)
    if (foreign) throw new Error(`${relative(work, file)}: a type of the package comes ${foreign[0]}`)
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)\.tsx?'/g))
      found.add(join(dirname(file), `${path}.d.ts`))
  }
  return [...found]
}
