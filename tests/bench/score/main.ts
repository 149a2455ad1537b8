/** The bench's page: the same measurements in a browser. */
import { type MeasuredScore, measureScores } from './measure-scores.ts'

declare global {
  interface Window {
    measureScores: (count: number) => readonly MeasuredScore[]
  }
}

window.measureScores = measureScores
