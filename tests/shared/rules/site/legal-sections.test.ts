/** A legal text of an installation as sections: what is written, never what it would be as markup. */
import { expect, it } from 'vitest'
import { legalSections } from '#shared/rules/site/legal-sections.ts'

it('has a section for each heading, with its paragraphs and lists', () => {
  const text = `Read this first.

# The agreement
You agree
to this.

These are the rules:
- Be true
- Be kind,
  always

## What <b>we</b> do ##
Nothing [else](javascript:alert(1)).`
  expect(legalSections(text, 'Terms')).toEqual([
    { id: '1-terms', title: 'Terms', text: ['Read this first.'] },
    {
      id: '2-the-agreement',
      title: 'The agreement',
      text: ['You agree to this.', 'These are the rules:', ['Be true', 'Be kind, always']],
    },
    {
      id: '3-what-b-we-b-do',
      title: 'What <b>we</b> do',
      text: ['Nothing [else](javascript:alert(1)).'],
    },
  ])
})

it('is one section when it has no heading, and of any line ends', () => {
  expect(legalSections('One.\r\n\r\nTwo.', 'Privacy')).toEqual([
    { id: '1-privacy', title: 'Privacy', text: ['One.', 'Two.'] },
  ])
})
