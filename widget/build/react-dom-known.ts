/**
 * What the messenger never does with react-dom, feature by feature. Each is true of the screens as a whole: nothing in them is
 * rendered on a server, nothing is a class, nothing suspends but lazy chunks. Names are those of react-dom's own file.
 */
import type { Known } from './known-rules.ts'
import { ELEMENTS } from './react-dom-elements.ts'
import { EVENT_PARTS } from './react-dom-events.ts'

/** Markup from a server is taken over by nobody: a custom element begins with an empty shadow root. */
const HYDRATION: Known = {
  tags: [18],
  bits: [1048576],
  names: {
    isHydrating: 'false',
    hydrationParentFiber: 'null',
    hydrationErrors: 'null',
    currentReplayingEvent: 'null',
    ReactDOMHydrationRoot: 'ReactDOMRoot',
    SelectiveHydrationException: 'NaN',
  },
  properties: { isDehydrated: 'false', dehydrated: 'null', unstable_scheduleHydration: 'null' },
  answers: {
    popHydrationState: 'false',
    resetHydrationState: 'void 0',
    upgradeHydrationErrorsToRecoverable: 'null',
    popTreeContext: 'void 0',
    checkDidRenderIdHook: 'false',
    commitActivityHydrationCallbacks: 'void 0',
    commitSuspenseHydrationCallbacks: 'void 0',
    retryIfBlockedOn: 'void 0',
    getSuspenseInstanceFromFiber: 'null',
  },
  uncalled: ['updateDehydratedSuspenseComponent'],
  bodies: {
    dispatchEvent: `if (_enabled) {
      findInstanceBlockingTarget(getEventTarget(nativeEvent));
      dispatchEventForPluginEventSystem(domEventName, eventSystemFlags, nativeEvent, return_targetInst, targetContainer);
    }`,
  },
}

/** Links, styles, scripts and titles go into no document's head, and the document itself is not ours. */
const RESOURCES: Known = {
  tags: [26, 27],
  bits: [335544128],
  answers: {
    isHostHoistableType: 'false',
    isSingletonScope: 'false',
    getHoistableRoot: 'null',
    preloadInstanceAndSuspendIfNeeded: 'void 0',
    getResourcesFromRoot: 'null',
  },
  cases: { renderRootConcurrent: [4, 5, 8] },
  bodies: {
    completeRootWhenReady: `root.timeoutHandle = -1;
    completeRoot(root, finishedWork, lanes, recoverableErrors, transitions, didIncludeRenderPhaseUpdate, spawnedLane,
      updatedLanes, suspendedRetryLanes, didSkipSuspendedSiblings, exitStatus, null)`,
  },
  names: {
    SuspenseyCommitException: 'NaN',
    noopSuspenseyCommitThenable: 'NaN',
    currentHoistableRoot: 'null',
    tagCaches: 'null',
  },
  text: {
    [`ReactDOMSharedInternals.d = {
  f: flushSyncWork,
  r: requestFormReset,
  D: prefetchDNS,
  C: preconnect,
  L: preload,
  m: preloadModule,
  X: preinitScript,
  S: preinitStyle,
  M: preinitModuleScript
};`]: 'ReactDOMSharedInternals.d = { f: flushSyncWork$1 };',
  },
}

/** Components are functions. */
const CLASSES: Known = {
  tags: [1, 17],
  uncalled: ['updateClassComponent'],
  names: { legacyErrorBoundariesThatAlreadyFailed: 'null', hasForceUpdate: 'false' },
}

/** Of the other kinds of component there are fragments, contexts, memo, forwardRef, lazy and Suspense. */
const KINDS: Known = {
  tags: [4, 8, 9, 12, 19, 21, 23, 24, 25, 31],
  bits: [67108864],
  cases: {
    createFiberFromTypeAndProps: [
      'REACT_ACTIVITY_TYPE',
      'REACT_STRICT_MODE_TYPE',
      'REACT_PROFILER_TYPE',
      'REACT_SUSPENSE_LIST_TYPE',
      'REACT_LEGACY_HIDDEN_TYPE',
      'REACT_VIEW_TRANSITION_TYPE',
      'REACT_CONSUMER_TYPE',
    ],
    // Children are elements, texts and arrays of both.
    createChildReconciler: ['REACT_PORTAL_TYPE', 'REACT_LAZY_TYPE'],
  },
  answers: { getIteratorFn: 'null' },
  uncalled: ['unwrapThenable', 'readContextDuringReconciliation'],
  names: { shouldDoubleInvokeUserFnsInHooksDEV: 'false' },
}

/** A ref is on an element or a component, never on a fragment. */
const FRAGMENT_REFS: Known = {
  cases: { safelyAttachRef: [7] },
  properties: { _fragmentFiber: 'null' },
  answers: {
    isFragmentInstanceParent: 'false',
    commitNewChildToFragmentInstances: 'void 0',
    commitFragmentInstanceInsertionEffects: 'void 0',
    commitFragmentInstanceDeletionEffects: 'void 0',
  },
  absent: ['FragmentInstance'],
}

/** Nothing is animated by the browser's view transitions. */
const VIEW_TRANSITIONS: Known = {
  tags: [30],
  bits: [335544064, 33554432, 18874368],
  names: {
    shouldStartViewTransition: 'false',
    pendingViewTransition: 'null',
    pendingViewTransitionEvents: 'null',
    pendingTransitionTypes: 'null',
    viewTransitionMutationContext: 'false',
    viewTransitionContextChanged: 'false',
    inUpdateViewTransition: 'false',
    rootViewTransitionAffected: 'false',
    rootViewTransitionNameCanceled: 'false',
    appearingViewTransitions: 'null',
  },
  answers: { pushMutationContext: 'false', commitNestedViewTransitions: 'void 0' },
  absent: ['ViewTransitionPseudoElement'],
}

/** Nothing is a transition, an action of a form or an optimistic value. */
const TRANSITIONS: Known = {
  bits: [4194048],
  names: {
    currentEventTransitionLane: '0',
    currentEntangledLane: '0',
    currentEntangledActionThenable: 'null',
    didReadFromEntangledAsyncAction: 'false',
    defaultOnDefaultTransitionIndicator: 'null',
    workInProgressTransitions: 'null',
    pendingPassiveTransitions: 'null',
    needsFormReset: 'false',
    prevOnStartTransitionFinish: 'null',
  },
  answers: {
    extractEvents$1: 'void 0',
    requestTransitionLane: '0',
    suspendIfUpdateReadFromEntangledAsyncAction: 'void 0',
    entangleTransitions: 'void 0',
    entangleTransitionUpdate: 'void 0',
    claimQueuedTransitionTypes: 'null',
    queueTransitionTypes: 'void 0',
    entangleAsyncAction: 'void 0',
  },
  uncalled: ['TransitionAwareHostComponent'],
}

/** Hooks that no component uses; one that does is told that there is no such function. */
const HOOKS: Known = {
  keys: [
    'use',
    'useInsertionEffect',
    'useReducer',
    'useDebugValue',
    'useDeferredValue',
    'useTransition',
    'useHostTransitionStatus',
    'useFormState',
    'useActionState',
    'useOptimistic',
    'useMemoCache',
    'useCacheRefresh',
    'useEffectEvent',
  ],
}

/** Developers' tools, and the stacks of component names that come with errors: nobody hears them. */
const TOOLS: Known = {
  names: { injectedHook: 'null' },
  text: { '"undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': 'false' },
  properties: { findDOMNode: 'null' },
  answers: { getStackByFiberInDevAndProd: 'null', getComponentNameFromType: 'null' },
}

/** Nothing is kept in React's cache, which is for server components. */
const CACHE: Known = {
  properties: { cache: 'null', cachePool: 'null', pooledCache: 'null', pooledCacheLanes: '0' },
  answers: {
    peekCacheFromPool: 'null',
    getSuspendedCache: 'null',
    releaseRootPooledCache: 'void 0',
    pushAsyncDispatcher: 'null',
    releaseCache: 'void 0',
    pushTransition: 'void 0',
    commitOffscreenPassiveMountEffects: 'void 0',
  },
  text: {
    [`tag = createCache();
  tag.refCount++;
  containerInfo.pooledCache = tag;
  tag.refCount++;`]: '',
    'null !== current && pop(resumedCache),\n        (current = workInProgress.flags),':
      '(current = workInProgress.flags),',
    'null !== current && pop(resumedCache),\n        null\n      );': 'null\n      );',
    'null !== current && pop(resumedCache);\n      break;': 'break;',
  },
}

export const REACT_DOM: readonly Known[] = [
  { exports: ['createRoot', 'version'] },
  HYDRATION,
  RESOURCES,
  CLASSES,
  KINDS,
  FRAGMENT_REFS,
  VIEW_TRANSITIONS,
  TRANSITIONS,
  HOOKS,
  TOOLS,
  CACHE,
  EVENT_PARTS,
  ELEMENTS,
]
