import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPages } from '#server/site/find-pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-pages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function build(...files: string[]) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
}

describe('the pages of a server that starts', () => {
  it('are served without a word when all are built', () => {
    build('app/index.html', 'seller/index.html', 'admin/index.html', 'widget/loader.js')
    expect(findPages(folder)).toEqual({ folder, warning: null })
  })

  it('are left out when none is built, and the log says where it looked and what to do', () => {
    const { folder: found, warning } = findPages(folder)
    expect(found).toBeNull()
    for (const part of [folder, 'npm run build', 'PAGES_DIR', 'only answers calls'])
      expect(warning).toContain(part)
  })

  it('are served as far as they are built, and the log names the others', () => {
    build('app/index.html', 'widget/loader.js')
    const { folder: found, warning } = findPages(folder)
    expect(found).toBe(folder)
    expect(warning).toContain('not built: seller, admin')
  })
})
