/** Words people look for: phrases, OR, exclusions, and what is marked. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  highlightRanges,
  KEYWORD_PRESETS,
  matchesKeywords,
  parseKeywords,
} from '#shared/rules/deals/keywords.ts'
import { foldText } from '#shared/rules/fold-text.ts'

const matches = (search: string, ...texts: string[]) => matchesKeywords(parseKeywords(search), texts)
const marked = (search: string, text: string) =>
  highlightRanges(text, parseKeywords(search)).map(({ start, end }) => text.slice(start, end))

describe('a search', () => {
  it.each([
    ['a word', 'duplex', 'Brick duplex', true],
    ['the beginning of a word', 'dup', 'Brick duplex', true],
    ['no middle of a word', 'hoa', 'Whoa, cheap', false],
    ['whatever the capitals', 'DUPLEX', 'brick Duplex', true],
    ['without accents', 'bayamon', 'Bayamón', true],
    ['without apostrophes', 'obrien', 'O’Brien Park', true],
    ['all words, in any order', 'pool brick', 'Brick home with a pool', true],
    ['not when one is missing', 'pool brick', 'Brick home', false],
    ['a phrase', '"corner lot"', 'On a corner lot', true],
    ['a phrase only as a whole', '"corner lot"', 'Corner lots', false],
    ['a phrase only in its order', '"corner lot"', 'Lot at the corner', false],
    ['a phrase whose quote was never closed', '"corner lot', 'A corner lot', true],
    ['one or the other', 'adu OR duplex', 'Duplex', true],
    ['or beside another word', 'brick adu OR duplex', 'Wooden duplex', false],
    ['an or in small letters as a word', 'adu or duplex', 'Duplex', false],
    ['an OR with nothing before it', 'OR duplex', 'Duplex', true],
    ['nothing of what is excluded', 'brick -hoa', 'Brick, HOA $40', false],
    ['what lacks the excluded', '-hoa', 'Brick', true],
    ['no excluded phrase', '-"55+"', 'A 55+ community', false],
    ['a 55 that is not 55+', '-"55+"', '55 Oak St', true],
    ['a word with a hyphen', 'fixer-upper', 'Fixer upper', true],
    ['everything by no words at all', '  ""  - OR ', 'Anything', true],
  ])('finds %s', (_, search, text, expected) => {
    expect(matches(search, text)).toBe(expected)
  })

  it('looks for each word in any of the texts, and for a phrase in one', () => {
    expect(matches('houston pool', 'Pool home', 'Houston')).toBe(true)
    expect(matches('"home houston"', 'Pool home', 'Houston')).toBe(false)
  })

  it('never fails', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (search, text) => {
        expect(matches(search, text)).toBeTypeOf('boolean')
      }),
    )
  })

  it('has presets that each look for something', () => {
    for (const { text } of KEYWORD_PRESETS) {
      const { groups, excluded } = parseKeywords(text)
      expect(groups.length + excluded.length).toBeGreaterThan(0)
    }
  })
})

describe('what was found', () => {
  it.each([
    ['duplex', 'Brick duplexes', ['duplex']],
    ['"corner lot" brick', 'Brick on a corner lot', ['Brick', 'corner lot']],
    ['bayamon', 'In Bayamón, PR', ['Bayamón']],
    ['obrien', 'O’Brien Park', ['O’Brien']],
    ['-hoa brick', 'Brick, HOA', ['Brick']],
    ['fix fixer', 'Fixer', ['Fixer']],
    ['obrien', 'Near O’Briens Gate', ['O’Brien']],
    ['pool', 'No such thing', []],
  ])('of %s in “%s” is marked', (search, text, expected) => {
    expect(marked(search, text)).toEqual(expected)
  })

  it('is marked in stretches that are apart and in order, inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (search, text) => {
        let end = -1
        for (const range of highlightRanges(text, parseKeywords(search))) {
          expect(range.start).toBeGreaterThan(end)
          expect(range.end).toBeGreaterThan(range.start)
          end = range.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('is marked whenever a plain word is found', () => {
    const word = fc.stringMatching(/^[a-z]{1,4}$/)
    fc.assert(
      fc.property(word, fc.array(word), (search, words) => {
        const text = foldText(words.join(' '))
        expect(marked(search, text).length > 0).toBe(matches(search, text))
      }),
    )
  })
})
