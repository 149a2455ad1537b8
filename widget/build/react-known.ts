/** What is left of `react`, `scheduler` and `react-dom` itself when only what the messenger and react-dom's client take is exported. */
import type { Known } from './known-rules.ts'

export const REACT: Known = {
  exports: [
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
    ...['Fragment', 'Suspense', 'createContext', 'createElement', 'forwardRef', 'lazy', 'memo', 'version'],
    ...[
      'useCallback',
      'useContext',
      'useEffect',
      'useId',
      'useImperativeHandle',
      'useLayoutEffect',
      'useMemo',
    ],
    ...['useRef', 'useState', 'useSyncExternalStore'],
  ],
  absent: ['Component', 'ComponentDummy', 'PureComponent'],
  text: {
    'var pureComponentPrototype = (PureComponent.prototype = new ComponentDummy());': '',
    'pureComponentPrototype.constructor = PureComponent;': '',
    'assign(pureComponentPrototype, Component.prototype);': '',
    'pureComponentPrototype.isPureReactComponent = !0;': '',
  },
}

/** Nothing is scheduled for later, and a browser has message channels. */
export const SCHEDULER: Known = {
  exports: [
    ...['unstable_now', 'unstable_shouldYield', 'unstable_requestPaint', 'unstable_scheduleCallback'],
    ...['unstable_cancelCallback', 'unstable_getCurrentPriorityLevel', 'unstable_ImmediatePriority'],
    ...[
      'unstable_UserBlockingPriority',
      'unstable_NormalPriority',
      'unstable_LowPriority',
      'unstable_IdlePriority',
    ],
  ],
  names: { isHostTimeoutScheduled: 'false' },
  answers: { advanceTimers: 'void 0', requestHostTimeout: 'void 0' },
  text: {
    'if ("object" === typeof performance && "function" === typeof performance.now) {': 'if (true) {',
    'if ("function" === typeof localSetImmediate)': 'if (false)',
    'else if ("undefined" !== typeof MessageChannel) {': 'else if (true) {',
    '"object" === typeof options && null !== options': 'false',
    'var firstTimer = peek(timerQueue);\n              null !== firstTimer &&': 'false &&',
    'options > currentTime\n    ? ': 'false\n    ? ',
  },
}

export const REACT_DOM_ITSELF: Known = {
  exports: ['__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE', 'flushSync', 'version'],
}
