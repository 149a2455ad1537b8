/** Which of the guide's components is shown, by which React: told by the variables GUIDE and REACT. */
const { GUIDE = 'messages.tsx', REACT = '' } = process.env
const former = { find: /^(react|react-dom)(?=\/|$)/, replacement: `$1${REACT}` }

export default {
  resolve: {
    alias: [
      { find: 'guide', replacement: new URL(GUIDE, import.meta.url).pathname },
      ...(REACT ? [former] : []),
    ],
  },
}
