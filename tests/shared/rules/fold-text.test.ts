import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '#shared/rules/fold-text.ts'

describe('folding a name', () => {
  it.each([
    ['Bayamón', 'bayamon'],
    ['St. Louis', 'st louis'],
    ['Winston-Salem', 'winston salem'],
    ['O’Brien & Sons, L.L.C.', 'obrien and sons llc'],
    ["O'Hara Living Trust", 'ohara living trust'],
    ['  Coeur   d’Alene ', 'coeur dalene'],
    ['Peña Añasco', 'pena anasco'],
    ['ﬁne ½', 'fine 1 2'],
    ['100%_\\', '100'],
    ['…', ''],
  ])('%s is %s', (name, folded) => {
    expect(foldText(name)).toBe(folded)
  })

  const names = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ maxLength: 30 }))

  it('folding twice is folding once', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(foldText(foldText(name))).toBe(foldText(name))
      }),
    )
  })

  it('only letters, digits and single blanks are left: nothing a LIKE reads as a pattern', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(foldText(name)).toMatch(/^$|^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u)
      }),
    )
  })

  it('case and accents of Latin letters make no difference', () => {
    const latin = fc.string({ unit: fc.constantFrom(...'abcdeéíóúñü XYZ'), maxLength: 20 })
    fc.assert(
      fc.property(latin, (name) => {
        expect(foldText(name.toUpperCase().normalize('NFD'))).toBe(foldText(name))
      }),
    )
  })
})
