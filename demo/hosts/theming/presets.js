// Looks to start from, as a page would write them. A color is one for both themes, or a pair for light and dark.

export const PRESETS = [
  { name: 'As it comes', set: {} },
  {
    name: 'Ledger',
    set: {
      accent: ['#7a1f3d', '#f08cab'],
      surface: ['#fffaf3', '#1d1716'],
      badge: ['#7a1f3d', '#f08cab'],
      radius: '2px',
      'bubble-radius': '3px',
      font: 'Georgia, "Times New Roman", serif',
    },
    parts: { 'thread-title': 'font-style: italic;' },
  },
  {
    name: 'Orchard',
    set: {
      accent: ['#2f6b1f', '#9bd67f'],
      surface: ['#fbfdf6', '#141a11'],
      'other-bubble': ['#e7f0dc', '#26331f'],
      radius: '12px',
      'bubble-radius': '20px',
    },
  },
  {
    name: 'Midnight',
    set: {
      accent: '#c9a2ff',
      surface: '#1b1033',
      text: '#f2eaff',
      badge: '#ffb4d9',
      'own-bubble': '#5b36a8',
      radius: '10px',
    },
  },
  {
    name: 'Signal',
    set: { accent: '#ffd400', 'own-bubble': '#ffd400', badge: ['#111111', '#ffd400'], radius: '0px' },
    parts: {
      'send-button': 'border-radius: 0;',
      avatar: 'border-radius: 0;',
      'composer-field': 'border-radius: 0;\nborder-width: 2px;',
    },
  },
  {
    name: 'Coral',
    set: {
      accent: ['#c43d2f', '#ff8f80'],
      'other-bubble': ['#fdeee9', '#3a2521'],
      'bubble-radius': '18px',
      font: 'Verdana, Geneva, sans-serif',
    },
  },
]

/** Families that are likely to be there. */
export const FONTS = [
  ['', 'As it comes'],
  ['Georgia, "Times New Roman", serif', 'Georgia'],
  ['Verdana, Geneva, sans-serif', 'Verdana'],
  ['"Trebuchet MS", sans-serif', 'Trebuchet'],
  ['ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, sans-serif', 'Rounded'],
  ['ui-monospace, Menlo, Consolas, monospace', 'Monospace'],
]
