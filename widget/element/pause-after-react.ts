/** Evaluating stops here for a task, after React. Only for a module whose importers may wait: see auto-define. */
import { nextTask } from './next-task.ts'

await nextTask()
