import './inside/inside.css';
import { TEXTS } from '../docs/controllers.md';
import { startInside } from './inside/startInside';

/** The script of the stage: the page loads it when somebody looks inside. */
globalThis.rolloutLensInside = (parts) => startInside(parts, TEXTS);
